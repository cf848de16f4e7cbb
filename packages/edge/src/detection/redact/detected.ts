import type { RedactionAction, RedactionKind } from "./policy.js";
import type { KeyForm } from "./secrets/key-form.js";

/** What a detector found. */
export interface Detected {
  readonly kind: RedactionKind;
  readonly start: number;
  readonly end: number;
  /** The form of a private key that goes on with the text that is still to come. */
  readonly open?: KeyForm;
  /** Overrides the action of the kind: a tenant's own pattern. */
  readonly action?: RedactionAction;
}

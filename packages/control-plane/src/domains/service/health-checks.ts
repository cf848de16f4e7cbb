// What `/system/health` looks at, for real. Details are words without any tenant's name, id or count.

import { verifierFromJwk } from "@portcullis/core";
import type { Store } from "../../db/tx.js";
import type { KeyRing } from "../../keys/key-ring.js";

export interface HealthCheck {
  readonly name: string;
  /** Null when healthy, else what is wrong. A throw is unhealthy too. */
  check(): Promise<string | null>;
}

export interface Health {
  readonly name: string;
  readonly healthy: boolean;
  readonly detail?: string;
}

const TIMEOUT_MS = 2000;

/** Runs the checks side by side, each within two seconds. */
export function runChecks(checks: readonly HealthCheck[]): Promise<Health[]> {
  return Promise.all(
    checks.map(async ({ name, check }) => {
      const detail = await within(check()).catch(() => "does not answer");
      return detail === null ? { name, healthy: true } : { name, healthy: false, detail };
    }),
  );
}

/** Database, its connections where it has any, chain and keys. */
export function standardChecks(store: Store, keys: KeyRing): HealthCheck[] {
  return [
    {
      name: "database",
      check: async () => {
        await store.platform("readiness", ({ query }) => query.selectFrom("secrets").select("name").limit(1).execute());
        return null;
      },
    },
    ...(store.tryConnection === undefined ? [] : [connectionsCheck(store.tryConnection)]),
    {
      name: "audit_chain",
      check: async () => {
        const halted = await store.platform("readiness", ({ query }) =>
          query.selectFrom("chain_heads").select("seq").where("halted", "is not", null).limit(1).execute(),
        );
        return halted.length === 0 ? null : "appending stopped in a chain: an operator must act";
      },
    },
    {
      name: "signing_keys",
      check: async () => {
        const [primary] = keys.publicKeys();
        if (primary === undefined || primary.jwk.x === undefined) return "no primary key";
        const message = new TextEncoder().encode("readiness");
        const isGood = verifierFromJwk(primary.jwk).verify(message, keys.rowSigner.sign(message));
        return isGood ? null : "the signing key is not the published one";
      },
    },
  ];
}

/** The check of the database finds the connection that the one before left; calls that come together need more than that. */
function connectionsCheck(tryConnection: () => Promise<void>): HealthCheck {
  const words = "the server has none left: of calls that come together, some are refused";
  return {
    name: "database_connections",
    check: () =>
      tryConnection().then(
        () => null,
        () => words,
      ),
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("late")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

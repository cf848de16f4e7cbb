// Stage 0: nothing runs while the tenant's kill switch is on, nor while this edge does not know whether it is.
import { type KillSwitchState, Refusal, type RefusalDetails } from "@portcullis/contract";
import type { CallStopCode } from "../calls/running-calls.js";
import { CallerRefusal, type KnownCaller } from "../refusals.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";

/** Refuses with `kill_switch_engaged`, naming the caller for the row when the token is good, or `control_plane_unreachable`. */
export async function checkKillSwitch(mirror: TenantMirror, identify: () => Promise<KnownCaller>): Promise<undefined> {
  const code = mirror.stopCode();
  if (code === null) return undefined;
  if (code !== "kill_switch_engaged") throw new Refusal(code);
  const data = killSwitchData(mirror.killSwitch);
  const caller = await identify().catch(() => null);
  // Without a good token the caller learns that the switch is on, and nothing about who did it.
  throw caller === null ? new Refusal(code) : new CallerRefusal(code, caller, { data });
}

/** The refusal of a call that is stopped after its caller was identified, before its tool was called. */
export function stopRefusal(code: CallStopCode, mirror: TenantMirror): Refusal {
  return new Refusal(code, stopDetails(code, mirror));
}

/** That of a call whose tool was stopped while it ran: who repeats it does again what may be done. */
export function abortRefusal(code: CallStopCode, mirror: TenantMirror): Refusal {
  return new Refusal(code, { ...stopDetails(code, mirror), detail: WHY_ABORTED[code], retryable: false });
}

const WHY_ABORTED: Readonly<Record<CallStopCode, string>> = {
  kill_switch_engaged:
    "The tenant's kill switch was engaged while the tool ran, which was stopped and may have done its work: look there.",
  control_plane_unreachable:
    "The edge lost the control plane or was shut down while the tool ran, which was stopped and may have done its work: " +
    "look there before you repeat the call.",
  call_cancelled:
    "The caller cancelled the call while the tool ran, which was stopped and may have done its work: look there before you " +
    "repeat the call.",
};

function stopDetails(code: CallStopCode, mirror: TenantMirror): RefusalDetails {
  return code === "kill_switch_engaged" ? { data: killSwitchData(mirror.killSwitch) } : {};
}

/** `data` of a 403 `kill_switch_engaged`, without the audit id, which the boundary adds. */
function killSwitchData(state: KillSwitchState) {
  return { engaged_at: state.engaged_at, engaged_by: state.engaged_by, reason: state.reason };
}

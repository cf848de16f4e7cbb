// Stage 0: nothing runs while the tenant's kill switch is on, nor while this edge does not know whether it is.
import { type KillSwitchState, Refusal } from "@portcullis/contract";
import { CallerRefusal, type KnownCaller } from "../refusals.js";
import type { StopCode, TenantMirror } from "../tenant-mirror.js";

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

/** The refusal of a call that is stopped after its caller was identified. */
export function stopRefusal(code: StopCode, mirror: TenantMirror): Refusal {
  return new Refusal(code, code === "kill_switch_engaged" ? { data: killSwitchData(mirror.killSwitch) } : {});
}

/** `data` of a 403 `kill_switch_engaged`, without the audit id, which the boundary adds. */
function killSwitchData(state: KillSwitchState) {
  return { engaged_at: state.engaged_at, engaged_by: state.engaged_by, reason: state.reason };
}

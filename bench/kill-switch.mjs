// From the moment an operator asks for the kill switch until the first call is refused, at a sidecar under load.

/** Median and worst of several rounds, in milliseconds. */
export async function measureKillSwitch(stack, allow, url, rounds = 20) {
  const admin = stack.tenant.users.ADMIN;
  const path = { params: { tenant_id: stack.tenant.id }, as: admin };
  const refusedAfter = [];
  const answeredAfter = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const engaged = stack
      .call("killSwitch.engage", { ...path, body: { reason: "bench" } })
      .then(() => answeredAfter.push(performance.now() - startedAt));
    for (;;) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...allow.headers, "content-type": "application/json" },
        body: allow.body,
      });
      const { error } = await answer.json();
      if (error === "kill_switch_engaged") break;
    }
    refusedAfter.push(performance.now() - startedAt);
    await engaged;
    await stack.call("killSwitch.disengage", { ...path, body: { reason: "bench" } });
    for (;;) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...allow.headers, "content-type": "application/json" },
        body: allow.body,
      });
      await answer.arrayBuffer();
      if (answer.status === 200) break;
    }
  }
  const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  return {
    refusedMedianMs: median(refusedAfter),
    refusedWorstMs: Math.max(...refusedAfter),
    answeredMedianMs: median(answeredAfter),
  };
}

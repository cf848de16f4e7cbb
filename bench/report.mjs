// The bench's table and its ratios, for eyes.

const milliseconds = (value) => value.toFixed(2).padStart(9);

export function printReport({ database, rows, commit, first, last, lastRow, killSwitch }) {
  const line = (text = "") => process.stdout.write(`${text}\n`);
  const find = (name, connections) => rows.find((row) => row.name === name && row.connections === connections);
  line(`\n${database}; every process of the run shares this machine's cores`);
  const unexpected = rows.reduce((sum, row) => sum + row.others, 0);
  if (unexpected > 0) line(`${unexpected} answers had another status than the path is about`);
  line(`${"path".padEnd(22)} conn.      p50       p95       p99     calls/s   p50/direct  p50/proxy  calls/s of proxy`);
  for (const row of rows) {
    const direct = find("direct", row.connections);
    const proxy = find("bare proxy", row.connections);
    line(
      `${row.name.padEnd(22)} ${String(row.connections).padStart(5)} ${milliseconds(row.p50)} ${milliseconds(row.p95)} ${milliseconds(row.p99)} ${row.perSecond.toFixed(0).padStart(11)} ${(row.p50 / direct.p50).toFixed(2).padStart(12)} ${(row.p50 / proxy.p50).toFixed(2).padStart(10)} ${(row.perSecond / proxy.perSecond).toFixed(2).padStart(12)}`,
    );
  }
  const allow1 = find("sidecar, allow", 1);
  const floor = commit.p50 + find("two bare proxies", 1).p50;
  const added = allow1.p50 - find("direct", 1).p50;
  const verdict = (value, limit) => `${value.toFixed(2)} (aim: at most ${limit})`;
  line(`\ndurable commit p50                          ${commit.p50.toFixed(3)} ms`);
  line(`commit + two hops through bare proxies p50  ${floor.toFixed(3)} ms`);
  line(`added p50 on allow, one connection          ${added.toFixed(3)} ms`);
  line(`added / floor                               ${verdict(added / floor, 2.5)}`);
  line(`deny p95 at 32 connections                  ${find("sidecar, deny", 32).p95.toFixed(1)} ms (aim: under 100)`);
  line(`allow p95 at 32 connections                 ${find("sidecar, allow", 32).p95.toFixed(1)} ms (aim: under 250)`);
  line(
    `allow calls/s of bare proxy's, 32 conn.     ${(find("sidecar, allow", 32).perSecond / find("bare proxy", 32).perSecond).toFixed(2)} (aim: at least 0.25)`,
  );
  line(`p50 at row ${lastRow} / at the first thousand   ${verdict(last.p50 / first.p50, 1.2)}`);
  line(
    `kill switch: refused after                  ${killSwitch.refusedMedianMs.toFixed(1)} ms median, ${killSwitch.refusedWorstMs.toFixed(1)} ms worst (aim: under 100)`,
  );
  line(`kill switch: answered after                 ${killSwitch.answeredMedianMs.toFixed(1)} ms median`);
}

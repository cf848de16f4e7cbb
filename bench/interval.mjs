// Shares with Wilson's 95 % interval.

/** A share and the ends of its interval, in per cent. */
function wilson(hits, total) {
  if (total === 0) return [0, 0, 0];
  const z = 1.96;
  const share = hits / total;
  const centre = (share + (z * z) / (2 * total)) / (1 + (z * z) / total);
  const half = (z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))) / (1 + (z * z) / total);
  return [share * 100, Math.max(0, (centre - half) * 100), Math.min(100, (centre + half) * 100)];
}

/** `49/77 = 63.64 % (52.48 to 73.46)`. */
export function percent(hits, total) {
  const [share, low, high] = wilson(hits, total);
  return `${hits}/${total} = ${share.toFixed(2)} % (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

// An MCP server over stdio that reads no number: a call's arguments come back as the text that they were.
import { createInterface } from "node:readline";

const SCHEMA = '{"type":"object","properties":{"n":{"type":"integer","maximum":18446744073709551615}}}';
const RESULTS = {
  initialize: () =>
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"digits","version":"1"}}',
  "tools/list": () => `{"tools":[{"name":"echo","inputSchema":${SCHEMA}},{"name":"refuse","inputSchema":${SCHEMA}}]}`,
  "tools/call": (line) => {
    const seen = /"arguments":(\{.*?\}),"_meta"/.exec(line)?.[1];
    return `{"content":[{"type":"text","text":${JSON.stringify(seen)}}],"structuredContent":${seen}}`;
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const error = '{"code":-32000,"message":"Ask ops@example.com","data":{"account":12345678901234567890}}';
  const answer = params?.name === "refuse" ? `"error":${error}` : `"result":${RESULTS[method](line)}`;
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},${answer}}\n`);
});

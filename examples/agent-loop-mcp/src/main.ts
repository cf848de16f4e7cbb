// Lists the agent's folder, reads what it finds, tries one write, and says what happened. The model is a few rules, so that
// the example runs without a network; put a call to yours in its place.

import { type Model, runAgentLoop } from "./agent-loop.js";
import { connectGovernedTools } from "./governed-tools.js";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}; 'portcullis dev --json' prints it.`);
  return value;
}

const folder = setting("FILES_FOLDER");

const model: Model = (seen) => {
  switch (seen.length) {
    case 0:
      return { kind: "call", tool: "list_directory", args: { path: folder } };
    case 1:
      return { kind: "call", tool: "read_text_file", args: { path: `${folder}/notes.txt` } };
    case 2:
      return { kind: "call", tool: "write_file", args: { path: `${folder}/notes.txt`, content: "overwritten" } };
    default: {
      const refused = seen.flatMap(({ tool, refusal }) => (refusal ? [`${tool} (${refusal.error})`] : []));
      const which = refused.join(", ") || "none";
      return { kind: "answer", text: `I made ${seen.length} calls; ${refused.length} refused: ${which}.` };
    }
  }
};

const tools = await connectGovernedTools({
  sidecarUrl: setting("PORTCULLIS_URL"),
  server: "files",
  agentId: setting("PORTCULLIS_AGENT_ID"),
  agentSecret: setting("PORTCULLIS_AGENT_SECRET"),
});
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  print(`tools: ${(await tools.list()).join(", ")}`);
  const answer = await runAgentLoop(model, tools, {
    onObservation: ({ tool, text, refusal }) =>
      print(`${tool}: ${refusal ? `refused, ${refusal.error} ${refusal.rule ?? ""}` : text.trim()}`),
  });
  print(answer);
} finally {
  await tools.close();
}

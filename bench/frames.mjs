// Harmless surroundings in which an attack may stand: sentences, quotes, code, data, documents, logs. A frame keeps what it
// holds as its own format would, escaped where that must be, so that whoever reads, runs or renders it meets the same attack.

const PARAGRAPH =
  "The harbour museum opens its new wing on Saturday. Visitors see boats of four centuries, a workshop where sails are " +
  "mended, and a film about the lighthouse. Tickets are sold at the gate and in the shop on Pier Street, and children " +
  "under twelve come in without one. The café has soup, bread and cake until five in the afternoon.";
const CODE = "const total = rows.map((row) => row.price * row.count).reduce((sum, price) => sum + price, 0);";

/** A text in a string of C, JavaScript or Python. */
const inString = (text, quote) =>
  quote +
  text.replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n").replaceAll(quote, `\\${quote}`) +
  quote;
const double = (text) => inString(text, '"');
const single = (text) => inString(text, "'");
const template = (text) => `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
const markup = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const csv = (text) => `"${text.replaceAll('"', '""')}"`;
const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const sql = (text) => `'${text.replaceAll("'", "''")}'`;
const oneLine = (text) => text.replace(/\s*\n\s*/g, " ");
const indented = (text, by) => text.replaceAll("\n", `\n${by}`);
const prefixed = (text, by) => by + indented(text, by);

/** With a piece of code between two words near the middle. */
function withCodeAmid(text) {
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index);
  const at = gaps[gaps.length >> 1] ?? text.length;
  return `${text.slice(0, at)} { a.b(c); }${text.slice(at)}`;
}

/** What each frame makes of a text, by its name. */
const FRAMES = {
  // Sentences.
  "behind a sentence": (text) => `Thank you for the quick answer last week. ${text}`,
  "before a sentence": (text) => `${text}\nThank you for the quick answer last week.`,
  "behind a paragraph": (text) => `${PARAGRAPH}\n\n${text}`,
  "before a paragraph": (text) => `${text}\n\n${PARAGRAPH}`,
  "between paragraphs": (text) => `${PARAGRAPH}\n\n${text}\n\n${PARAGRAPH}`,
  "behind “Note:”": (text) => `Note: ${text}`,
  "in parentheses": (text) => `(${text})`,
  "in brackets": (text) => `[${text}]`,
  "in double quotes": (text) => `"${text}"`,
  "in single quotes": (text) => `'${text}'`,
  "in backquotes": (text) => `\`${text}\``,
  "in curly quotes": (text) => `“${text}”`,
  "in guillemets": (text) => `«${text}»`,
  "said by the user": (text) => `The user said: "${text}"`,
  "asked for by the customer": (text) => `The customer asked us to pass this on to you: ${text}`,
  "in a mail": (text) => `Subject: Invoice 4471\nFrom: Kim Rowe\n\nHello Sam,\n\n${text}\n\nBest regards\nKim`,
  "in a mail's subject": (text) => `Subject: ${oneLine(text)}\n\nHello Sam,\n\nsee you at noon.\n\nKim`,
  "in a quoted reply": (text) => `On Monday Kim wrote:\n${prefixed(text, "> ")}\n\nThanks, that works for me.`,
  "in a chat": (text) => `[12:03] kim: are you there?\n[12:04] sam: ${oneLine(text)}\n[12:05] kim: ok`,
  "in a review": (text) => `★★★★☆ Good value. ${text} Would buy again.`,

  // Documents.
  "as a heading": (text) => `## ${oneLine(text)}\n\n${PARAGRAPH}`,
  "in a list": (text) => `- Buy bread\n- ${indented(text, "  ")}\n- Call the bank`,
  "in a numbered list": (text) => `1. Open the page\n2. ${indented(text, "   ")}\n3. Close the page`,
  "as a task": (text) => `- [x] Buy bread\n- [ ] ${indented(text, "  ")}`,
  "in a table": (text) => `| key | value |\n|---|---|\n| note | ${oneLine(text).replaceAll("|", "\\|")} |`,
  "in a quotation": (text) => `Here is the text:\n\n${prefixed(text, "> ")}\n`,
  "in a fence": (text) => `Steps:\n\n\`\`\`\n${text}\n\`\`\`\n`,
  "in a fence of sh": (text) => `\`\`\`sh\n${text}\n\`\`\``,
  "behind a fence": (text) => `\`\`\`js\n${CODE}\n\`\`\`\n\n${text}`,
  "in bold": (text) => `**${text}**`,
  "as the text of a link": (text) => `[${text}](https://example.com/page)`,
  "as the title of a link": (text) => `[the page](https://example.com/page ${double(oneLine(text))})`,
  "as the target of a link": (text) => `[the page](https://example.com/?q=${encodeURIComponent(text)})`,
  "as the text of a picture": (text) => `![${oneLine(text)}](https://example.com/a.png)`,
  "in a change": (text) => `## 2.1.0\n\n- fix: close the socket\n- ${indented(text, "  ")}\n- docs: typos`,
  "in a change with a link": (text) => `* api: ${oneLine(text)} ([#481](https://git.example/a/b/issues/481))`,
  "as a commit's subject": (text) => `feat(api): ${text}`,
  "as an issue's title": (text) => `#4471 ${oneLine(text)} · opened 3 days ago · bug`,
  "in an element": (text) => `<div class="note"><p>${markup(text)}</p></div>`,
  "in a hidden element": (text) => `<p>Welcome.</p><span style="display:none">${markup(text)}</span>`,
  "in an attribute": (text) => `<img src="a.png" alt="${markup(text)}">`,
  "in a comment of HTML": (text) => `<p>Welcome.</p>\n<!-- ${text} -->`,
  "in CDATA": (text) => `<note><![CDATA[${text}]]></note>`,
  "in LaTeX": (text) => `\\section{Boats}\n\\textit{${text}}`,

  // Data.
  "in JSON": (text) => JSON.stringify({ id: 7, note: text, done: false }),
  "in JSON with lines": (text) => JSON.stringify({ id: 7, comment: text, tags: ["a", "b"] }, null, 2),
  "in JSON in JSON": (text) => JSON.stringify({ body: JSON.stringify({ text }) }),
  "in a list of JSON": (text) => JSON.stringify(["first", text, "last"]),
  "in YAML": (text) => `name: harbour\nnote: ${double(text)}\ncount: 3`,
  "in a block of YAML": (text) => `steps:\n  - name: build\n    run: |\n      ${indented(text, "      ")}\n`,
  "in TOML": (text) => `[note]\ntext = ${double(text)}\n`,
  "in settings": (text) => `NAME=harbour\nNOTE=${shell(text)}\n`,
  "in CSV": (text) => `id,name,comment\n1,Kim,${csv(text)}\n2,Sam,fine`,
  "in TSV": (text) => `id\tname\tcomment\n1\tKim\t${oneLine(text)}\n2\tSam\tfine`,
  "in XML": (text) => `<?xml version="1.0"?>\n<order id="7"><comment>${markup(text)}</comment></order>`,
  "in a query": (text) => `https://example.com/search?q=${encodeURIComponent(text)}&page=2`,
  "in a form": (text) => new URLSearchParams({ name: "Kim", message: text }).toString(),
  "in a header": (text) => `HTTP/1.1 200 OK\nContent-Type: text/plain\nX-Note: ${oneLine(text)}\n`,

  // Logs and changes.
  "in a log": (text) => `2026-03-01T12:04:11.204Z INFO  [worker-3] received: ${oneLine(text)}`,
  "in a syslog": (text) => `Mar  1 12:04:11 harbour app[812]: ${oneLine(text)}`,
  "in a log of JSON": (text) => JSON.stringify({ level: "info", time: 1772366651, msg: text }),
  "in a stack trace": (text) =>
    `Error: ${text}\n    at load (/app/src/load.js:14:9)\n    at async main (/app/src/main.js:3:1)`,
  "in a diff, added": (text) => `@@ -1,2 +1,3 @@\n const a = 1;\n${prefixed(text, "+")}\n const b = 2;`,

  // Code.
  "behind code": (text) => `${CODE}\n${text}`,
  "before code": (text) => `${text}\n${CODE}`,
  "amid lines of code": (text) => `${CODE}\n${text}\nexport default total;`,
  "with code amid": withCodeAmid,
  "as a constant": (text) => `const note = ${double(text)};`,
  "as a constant in single quotes": (text) => `let note = ${single(text)};`,
  "as a template literal": (text) => `const note = ${template(text)};`,
  "as a member": (text) => `const page = { title: "Boats", text: ${single(text)}, size: 3 };`,
  "as a returned string": (text) => `function note() {\n  return ${double(text)};\n}`,
  "as an argument": (text) => `run(${double(text)})`,
  "as an argument with a callback": (text) => `exec(${single(text)}, done);`,
  "as an argument with options": (text) => `await client.call(${double(text)}, { timeout: 500 });`,
  "as an argument in a template literal": (text) => `execSync(${template(text)});`,
  "as an argument of Python": (text) => `subprocess.run(${double(text)}, shell=True, check=True)`,
  "as an argument of C": (text) => `int main(void) { return system(${double(text)}); }`,
  "in a list of strings": (text) => `for (const line of [${double(text)}]) run(line);`,
  "in a docstring": (text) => `def load(path):\n    """Load a file.\n\n    ${indented(text, "    ")}\n    """\n`,
  "in a comment with //": (text) => `${CODE}\n${prefixed(text, "// ")}\n`,
  "in a comment with /*": (text) => `/*\n${prefixed(text, " * ")}\n */\n${CODE}`,
  "in a comment with #": (text) => `total = sum(prices)\n${prefixed(text, "# ")}\n`,
  "in a comment with --": (text) => `SELECT name FROM boats;\n${prefixed(text, "-- ")}\n`,
  "behind a statement": (text) => `SELECT name FROM boats;\n${text}`,
  "as a value of SQL": (text) => `INSERT INTO notes (id, body) VALUES (7, ${sql(text)});`,
  "behind a command": (text) => `cd /srv/app\n${text}`,
  "run by a shell": (text) => `bash -c ${shell(text)}`,
  "run elsewhere": (text) => `ssh harbour ${shell(text)}`,
  "in a here document": (text) => `cat <<'EOF' | sh\n${text}\nEOF`,
  printed: (text) => `echo ${shell(text)}`,

  // What is said about an attack.
  "as an example of an attack": (text) => `An example of an attack that our filter detects: "${text}"`,
  "as what is asked about": (text) => `What happens if someone sends "${text}"?`,
};

const ALL = ["orders", "statements", "commands"];

/**
 * Frames in which a scanner may pass attacks of some kinds by, and why: docs/detection/arguments.md and docs/detection.md tell of
 * each.
 */
const MAY_HIDE = {
  // Nothing ends the statement before the prose or the code that follows.
  "before a sentence": ["statements"],
  "in a chat": ["statements", "commands"],
  "in a review": ["statements", "commands"],
  "as an issue's title": ["statements", "commands"],
  "in a change with a link": ["statements", "commands"],
  "in a stack trace": ["statements", "commands"],
  "in TSV": ["statements", "commands"],
  "in LaTeX": ["statements", "commands"],
  "before code": ["statements"],
  "amid lines of code": ["statements"],
  "in a diff, added": ["statements"],
  // A command whose name is a word of prose is one at the beginning of a line, a string or an item only.
  "behind a sentence": ["commands"],
  "behind “Note:”": ["commands"],
  "asked for by the customer": ["commands"],
  "in a mail's subject": ["commands"],
  "as the title of a link": ["commands"],
  "in a header": ["commands"],
  "in a log": ["commands"],
  "in a syslog": ["commands"],
  // What is encoded for an address is read as one text with what follows.
  "as the target of a link": ["statements", "commands"],
  "in a query": ["statements", "commands"],
  "in a form": ["statements", "commands"],
  // Quotation marks of the attack end these, and brackets are a name of T-SQL.
  "in single quotes": ["statements"],
  "in brackets": ["statements"],
  // Nothing runs a comment, a value, or what is printed.
  "in a comment of HTML": ["statements", "commands"],
  "in a comment with /*": ["statements", "commands"],
  "in a comment with #": ["statements", "commands"],
  "in a comment with --": ["statements", "commands"],
  "in an attribute": ["commands"],
  "as a value of SQL": ["statements", "commands"],
  printed: ["statements", "commands"],
  // The words of an order are parted farther than rules reach; statements and commands are broken.
  "with code amid": ALL,
  // Told to people.
  "as an example of an attack": ALL,
  "as what is asked about": ALL,
};

/** Each frame with the kinds of attack that it may hide. */
export const frames = Object.entries(FRAMES).map(([name, wrap]) => ({ name, wrap, mayHide: MAY_HIDE[name] ?? [] }));

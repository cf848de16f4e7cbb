// English words that stand in orders of every language: an order may begin in one language and name its object in English.
import type { Dictionary } from "../../text/token-classes.js";

export const LOANWORDS: Dictionary = {
  previous: "previous|prior|above|earlier",
  instruction: "instructions|instruction|prompt|prompts|guidelines|directives",
  system_prompt: "system prompt|system message|system instructions|hidden instructions|initial prompt",
  secret: "password|passwords|api key|api keys|credentials",
  sensitive_file:
    "id rsa|id ed25519|etc passwd|etc shadow|aws credentials|mcp json|env file|dotenv|bash history|netrc|kubeconfig|npmrc|git credentials",
  outside: "webhook|pastebin|ngrok|requestbin|pipedream",
  assistant: "chatgpt|gpt|claude|gemini|copilot|llm|openai|anthropic",
};

// Commands that stop a machine, take it over, erase its traces, or destroy what a cluster or a cloud account holds.
import { findingOf, hasWord, type ShellFinding } from "./shell-finding.js";
import { commandName, type Word } from "./shell-words.js";

export function readPower(words: readonly Word[], opens: boolean, before: string): ShellFinding | undefined {
  const name = commandName(words[0]);
  const next = words[1]?.text ?? "";
  const isAlone = words.length === 1 && ((words[0] as Word).start === 0 || before === "sudo" || before === "doas");
  if (name === "init" || name === "telinit")
    return opens && (next === "0" || next === "6") && words.length === 2
      ? findingOf("power", "high", 0.8, words, 1)
      : undefined;
  if (name === "shutdown")
    return /^(?:-[hrPfsH]|\/[srpf]|now|\+\d|--(?:halt|reboot|poweroff))/.test(next)
      ? findingOf("power", "high", 0.8, words, 1)
      : undefined;
  if (name === "stop-computer" || name === "restart-computer")
    return opens ? findingOf("power", "high", 0.8, words, 1) : undefined;
  if (name === "systemctl")
    return /^(?:poweroff|reboot|halt|kexec|emergency|rescue)$/.test(next) ||
      (/^(?:stop|disable|mask)$/.test(next) && hasWord(words, /^(?:sshd?|firewalld|auditd|ufw|\*)(?:\.service)?$/))
      ? findingOf("power", "high", 0.8, words, 2)
      : undefined;
  if (!opens) return undefined;
  const isForced = /^(?:-\w{0,3}f\w{0,3}|--force|-p|now)$/.test(next);
  return isForced || isAlone ? findingOf("power", "high", 0.75, words, 1) : undefined;
}

export function readKill(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const isEvery = /^-(?:9|KILL|SIGKILL|s)$/i.test(words[1]?.text ?? "") && hasWord(words, /^-1$/);
  return opens && isEvery ? findingOf("power", "high", 0.9, words, 2) : undefined;
}

const SHELL_NAME = /(?:^|\/|:|'|")(?:ba|z|da|k|a)?sh\b|cmd\.exe|powershell/;

export function readNetcat(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      index < 16 &&
      (/^(?:-e|-c|--exec|--sh-exec|-[a-z]{0,6}e)$/.test(word.text) || /exec:/i.test(word.text)),
  );
  const opensShell = at > 0 && words.slice(at, at + 2).some((word) => SHELL_NAME.test(word.text));
  return opensShell ? findingOf("reverse-shell", "critical", 0.95, words, at + 1) : undefined;
}

export function readCrontab(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && words[1]?.text === "-r" ? findingOf("history", "high", 0.75, words, 1) : undefined;
}

export function readHistory(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && /^-\w{0,2}c/.test(words[1]?.text ?? "") ? findingOf("history", "high", 0.75, words, 1) : undefined;
}

/** All rules of a firewall go. */
export function readFirewall(words: readonly Word[]): ShellFinding | undefined {
  const next = words[1]?.text ?? "";
  const isFlushed = /^(?:-F|--flush|-X)$/.test(next) || (next === "flush" && words[2]?.text === "ruleset");
  const isOff = commandName(words[0]) === "ufw" && /^(?:disable|reset)$/.test(next);
  return isFlushed || isOff ? findingOf("permissions", "high", 0.8, words, 2) : undefined;
}

/** What is destroyed by a command of a cluster, cloud or container tool. */
const DESTROYS: Readonly<Record<string, RegExp>> = {
  kubectl:
    /^delete (?:ns|namespaces?|nodes?|pv|pvc|crds?|clusterrole\w{0,10}|deploy\w{0,10}|statefulsets?|all|-{1,2}\w{0,20}all) |^delete .{0,120}--all(?:-namespaces)?(?: |$)|^(?:drain|cordon) .{0,80}--force/,
  oc: /^delete (?:project|ns|namespace|all) /,
  helm: /^(?:uninstall|delete) .{0,80}(?:prod|--purge)/,
  terraform: /^(?:-chdir=\S{1,80} )?(?:destroy|apply .{0,80}-destroy)/,
  tofu: /^(?:destroy|apply .{0,80}-destroy)/,
  pulumi: /^destroy/,
  docker:
    /^(?:system|volume|image|container|network) prune .{0,60}(?:-\w{0,3}[af]|--all|--force|--volumes)|^volume rm /,
  podman: /^(?:system|volume) (?:prune|reset) .{0,60}(?:-\w{0,3}[af]|--force)/,
  aws: /^s3 (?:rb .{0,120}--force|rm .{0,120}--recursive)|^s3api delete-bucket|^(?:ec2 terminate-instances|rds delete-db-|dynamodb delete-table|cloudformation delete-stack|eks delete-cluster|iam delete-|kms schedule-key-deletion|organizations (?:close|delete))/,
  gsutil: /^(?:-\w{1,3} )?rm .{0,80}-\w{0,2}r|^rb /,
  gcloud:
    /^(?:projects|sql instances|container clusters|compute instances|storage buckets) delete|^storage rm .{0,80}(?:-r|--recursive)/,
  az: /^(?:group|vm|sql db|sql server|aks|storage account|keyvault|cosmosdb) delete/,
  "redis-cli": /(?:^| )flush(?:all|db)(?: |$)/i,
  mysqladmin: /(?:^| )drop /,
  dropdb: /^[-\w]/,
  dropuser: /^[-\w]/,
  etcdctl: /^del .{0,60}--(?:prefix|from-key)/,
  userdel: /^(?:-\w{0,3}[rf]|--remove|--force)/,
  zpool: /^(?:destroy|labelclear)/,
  zfs: /^destroy/,
  lvremove: /^(?:-f|-y|--force|\/dev\/|\w)/,
  vgremove: /^(?:-f|-y|--force|\w)/,
  heroku: /^(?:apps:destroy|pg:reset|addons:destroy)/,
  vercel: /^(?:rm|remove) /,
  fly: /^apps destroy/,
  doctl: /^\S{1,30} \S{0,30} ?delete /,
  npm: /^unpublish /,
  gh: /^repo delete/,
  rails: /^db:(?:drop|reset|purge)/,
  rake: /^db:(?:drop|reset|purge)/,
  artisan: /^(?:migrate:fresh|migrate:reset|db:wipe)/,
  prisma: /^migrate reset/,
};

export const INFRASTRUCTURE_COMMANDS: readonly string[] = Object.keys(DESTROYS);

const MOST_WORDS = 16;

export function readInfrastructure(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const pattern = DESTROYS[commandName(words[0])];
  if (!opens || pattern === undefined || hasWord(words, /^--(?:dry-run|dryrun|help)/)) return undefined;
  const rest = words
    .slice(1, MOST_WORDS)
    .map((word) => word.text)
    .join(" ");
  return pattern.test(`${rest} `) ? findingOf("infrastructure", "high", 0.85, words, 3) : undefined;
}

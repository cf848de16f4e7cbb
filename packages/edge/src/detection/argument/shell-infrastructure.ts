// Commands of cluster, cloud, container and database tools that destroy what these hold: one pattern for each tool, over the
// words behind its name, options before its own word left out.
import { findingOf, hasWord, type ShellFinding, withoutGlobals } from "./shell-finding.js";
import { commandName, type Word } from "./shell-words.js";

const KAFKA_TOPICS = /(?:^| )--delete /;

/** What is destroyed by a command of a cluster, cloud or container tool. */
const DESTROYS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    kubectl:
      /^delete (?:ns|namespaces?|nodes?|pv|pvc|crds?|clusterrole\w{0,10}|deploy\w{0,10}|statefulsets?|all|-{1,2}\w{0,20}all) |^delete .{0,120}--all(?:-namespaces)?(?: |$)|^(?:drain|cordon) .{0,80}--force/,
    oc: /^delete (?:project|ns|namespace|all) /,
    helm: /^(?:uninstall|delete) (?:.{0,80}(?:prod|--purge)|\$)/,
    terraform: /^(?:destroy|apply .{0,80}-destroy|workspace delete .{0,20}-force)/,
    terragrunt: /^(?:run-all |run .{0,20}--all )?(?:-- )?destroy/,
    cdk: /^destroy/,
    serverless: /^remove /,
    sls: /^remove /,
    tofu: /^(?:destroy|apply .{0,80}-destroy)/,
    pulumi: /^destroy/,
    docker:
      /^(?:system|volume) prune .{0,60}(?:-\w{0,3}[af]|--all|--force|--volumes)|^image prune .{0,60}(?:-\w{0,3}a|--all)|^volume rm |^(?:container )?(?:rm|rmi) (?:-\w{1,3} |--force )?\$|^compose .{0,60}down .{0,30}(?:-v|--volumes)/,
    "docker-compose": /(?:^| )down .{0,30}(?:-v|--volumes)/,
    podman: /^(?:system|volume) (?:prune|reset) .{0,60}(?:-\w{0,3}[af]|--force)/,
    aws: /^s3 (?:rb .{0,120}--force|rm .{0,120}--recursive|sync \S{0,60}empty\S{0,60} .{0,120}--delete)|^[\w-]{2,30} (?:delete|terminate|purge|close)-(?:db|bucket|objects|table|stack|cluster|function|repository|hosted-zone|snapshots?|volume|file-system|secret|vpc|user|role|policy|queue|topic|stream|log-group|domain|image|load-balancer|rest-api|project|vault|backup|distribution|instances?|service|nodegroup|cache|replication|certificate|account|organization)|^iam delete-|^kms schedule-key-deletion|^organizations (?:close|delete)/,
    gsutil: /^(?:-\w{1,3} )?rm .{0,80}-\w{0,2}r|^rb /,
    gcloud:
      /^(?:projects|sql instances|container clusters|compute instances|storage buckets) delete|^storage rm .{0,80}(?:-r|--recursive)/,
    az: /^(?:group|vm|sql db|sql server|aks|storage account|storage container|keyvault|cosmosdb) (?:delete|purge)|^storage blob delete-batch/,
    "redis-cli": /(?:^| )flush(?:all|db)(?: |$)/i,
    mysqladmin: /(?:^| )drop /,
    dropdb: /^[-\w]/,
    dropuser: /^[-\w]/,
    etcdctl: /^del .{0,60}--(?:prefix|from-key)/,
    userdel: /^(?:-\w{0,3}[rf]|--remove|--force)/,
    zpool: /^(?:destroy|labelclear)/,
    // Snapshots come and go.
    zfs: /^destroy (?!(?:-\w{1,4} ){0,3}\S{1,120}@)/,
    btrfs: /^subvolume delete /,
    lvremove: /^(?:-f|-y|--force|\/dev\/|\w)/,
    vgremove: /^(?:-f|-y|--force|\w)/,
    heroku: /^(?:apps:destroy|pg:reset|addons:destroy)/,
    vercel: /^(?:rm|remove) /,
    fly: /^apps destroy/,
    doctl: /^(?:\S{1,30} ){1,3}delete /,
    npm: /^unpublish /,
    gh: /^repo delete/,
    glab: /^repo delete/,
    bq: /^rm .{0,40}-\w{0,2}[rf]/,
    rails: /^db:(?:drop|reset|purge)/,
    rake: /^db:(?:drop|reset|purge)/,
    artisan: /^(?:migrate:fresh|migrate:reset|db:wipe)/,
    prisma: /^migrate reset/,
    vault: /^(?:secrets|auth) disable |^kv metadata delete /,
    consul: /^kv delete .{0,40}-recurse/,
    nomad: /^(?:job )?stop .{0,40}-purge/,
    "kafka-topics": KAFKA_TOPICS,
    "kafka-topics.sh": KAFKA_TOPICS,
    rabbitmqctl: /^(?:force_)?reset |^delete_vhost /,
    eksctl: /^delete (?:cluster|nodegroup)/,
    kops: /^delete cluster .{0,80}--yes/,
    argocd: /^(?:app|appset|cluster) (?:delete|rm) /,
    rclone: /^(?:purge|delete) /,
    s3cmd: /^rb .{0,80}(?:--force|--recursive)|^(?:del|rm) .{0,80}(?:--force|--recursive|-r )/,
    mc: /^rb .{0,80}--force|^rm .{0,80}--recursive/,
    "manage.py": /^(?:flush|reset_db) /,
    supabase: /^db reset .{0,40}--(?:linked|db-url)/,
    rpk: /^topic delete /,
    influx: /^(?:delete|bucket delete|org delete) /,
    mongorestore: /(?:^| )--drop /,
    flyway: /(?:^| )clean /,
    liquibase: /(?:^| )drop-?all /i,
    typeorm: /^schema:drop/,
    sequelize: /^db:drop/,
    "sequelize-cli": /^db:drop/,
    alembic: /^downgrade base/,
    dotnet: /^ef database drop/,
    firebase: /^firestore:delete .{0,80}(?:--all-collections|--recursive|-r )/,
  }),
);

export const INFRASTRUCTURE_COMMANDS: readonly string[] = [...DESTROYS.keys()];

const MOST_WORDS = 16;

export function readInfrastructure(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const pattern = opens ? DESTROYS.get(commandName(words[0])) : undefined;
  if (pattern === undefined) return undefined;
  const bare = withoutGlobals(words);
  const isFound = pattern.test(restOf(words)) || (bare !== words && pattern.test(restOf(bare)));
  return isFound && !hasWord(words, /^--(?:dry-run|dryrun|help)/)
    ? findingOf("infrastructure", "high", 0.85, words, 3)
    : undefined;
}

function restOf(words: readonly Word[]): string {
  return `${words
    .slice(1, MOST_WORDS)
    .map((word) => word.text)
    .join(" ")} `;
}

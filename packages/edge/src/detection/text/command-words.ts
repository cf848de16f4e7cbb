// Words that make it worth looking for a command in a text: the tokenizer notes them in passing, so that most texts are
// never read a second time for SQL, for a shell, or for other stores.

export const SQL_WORD = 1;
export const SHELL_WORD = 2;
export const STORE_WORD = 4;
/** Of functions that make a character of its number. */
export const CHARACTER_WORD = 8;
export const CHARACTER_WORDS = "chr|char";

export const SQL_WORDS =
  "drop|truncate|delete|remove|update|overwrite|replace|copy|program|shutdown|reset|purge|restore|merge|cmdshell|exec|execute|immediate|prepare|outfile|dumpfile|attach|pragma|vacuum|infile|load|alter|grant|revoke|flashback|dbcc|lo|pg|xp|sp|utl|dbms|sys|writefile|executesql|soname|plpython3u";

export const SHELL_WORDS =
  "rm|dd|mkfs|wipefs|shred|find|chmod|chown|chgrp|shutdown|reboot|halt|poweroff|init|del|erase|rd|rmdir|remove|ri|nc|ncat|netcat|socat|git|mv|vssadmin|kill|rimraf|rmtree|crontab|format|" +
  "rsync|robocopy|kubectl|helm|terraform|tofu|pulumi|docker|podman|aws|gsutil|gcloud|az|redis|mysqladmin|dropdb|dropuser|etcdctl|userdel|zpool|zfs|lvremove|vgremove|heroku|rake|rails|artisan|prisma|gh|vault|consul|nomad|kafka|rabbitmqctl|eksctl|kops|argocd|rclone|s3cmd|mc|firebase|iptables|ip6tables|nft|ufw|systemctl|telinit|sgdisk|parted|sfdisk|hdparm|cryptsetup|diskutil|blkdiscard|mke2fs|mkswap|wbadmin|wmic|shadowcopy|mshta|regsvr32|certutil|bitsadmin|rundll32|sysrq|fork|stop|clear|volume|history|truncate|cp|cat|tee|eval|source|python|python3|perl|openssl|downloadstring|passwd|shadow|sudoers|fstab|" +
  "curl|wget|iwr|irm|iex|base64|sh|bash|zsh|powershell|pwsh|invoke|xxd|dev|aria2c|fetch|xargs|rmtree|rmsync|rmdirsync|removesync|unlink|node|ruby|php|deno|unpublish|terragrunt|cdk|serverless|sls|bq|doctl|glab|mongo|mongosh|setenforce|killall5|pkill|launchctl|wevtutil|reg|bcdedit|cipher|supabase|rpk|influx|mongorestore|flyway|liquibase|typeorm|sequelize|alembic|dotnet|flush|schtasks|diskpart|scriptblock|restart|msiexec|sed|alias|icacls|initialize|mkfifo|btrfs|srm|wipe|useradd|usermod|socket|bitstransfer|deletefolder|pvremove|mdadm|badblocks|io";

/** Of calls and requests that empty databases without SQL, and of mappers. */
export const STORE_WORDS =
  "drop|delete|deletes|remove|truncate|destroy|del|clear|execute|sync|synchronize|out|flushall|flushdb|dropdatabase|dropdb|dropcollection|dropschema|dropallschemas|dropall|dropalltables|droptable|droptables|droptableifexists|dropkeyspace|ensuredeleted|ensuredeletedasync|dropdatabaseasync|dropcollectionasync|flushallasync|flushdbasync|flushdatabase|flushalldatabases|deletetopic|deletetopics|deletetable|deletecollection|deletedataset|recursivedelete|executedelete|executedeleteasync|deleteallinbatch|deletemany|deletemanyasync|updatemany|updatemanyasync|deleteall|destroyall|deletebyquery|bulkwrite|deletefrom|deletetablecommand|deletebucketcommand|deletestackcommand|deleteclustercommand|deletedbinstancecommand|deletedbclustercommand|deletetopiccommand|deletedomaincommand|deletefilesystemcommand";

// Which command is read by whom: what each does with its options and targets stands in the files of the readers.

import type { ShellReader } from "./shell-finding.js";
import { INFRASTRUCTURE_COMMANDS, readInfrastructure } from "./shell-infrastructure.js";
import {
  readCrontab,
  readFirewall,
  readGuards,
  readHistory,
  readKill,
  readNetcat,
  readPower,
  readWindowsTool,
  WINDOWS_TOOL_NAMES,
} from "./shell-machine.js";
import {
  readAccess,
  readCopy,
  readDisk,
  readDiskLabel,
  readDump,
  readFind,
  readFormat,
  readLink,
  readMove,
  readPermissions,
  readRemove,
  readRemoveItem,
  readShadows,
  readSync,
  readTee,
  readTree,
  readTruncate,
  readUnlink,
  readVolume,
  readWindowsRemove,
  readWipe,
} from "./shell-removal.js";
import { readGit } from "./shell-repository.js";

/** By the names of commands. */
const readers = new Map<string, ShellReader>();

function addReader(names: string, reader: ShellReader): void {
  for (const name of names.split(" ")) readers.set(name, reader);
}

addReader("rm", readRemove);
addReader("dd dcfldd", readDump);
addReader(
  "mkfs mkfs.ext4 mkfs.ext3 mkfs.ext2 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mkfs.fat mkfs.exfat mkfs.f2fs mke2fs mkswap",
  readFormat,
);
addReader("format format.com newfs blkdiscard", readFormat);
addReader("wipefs", readWipe);
addReader("pvremove mdadm badblocks", readDiskLabel);
addReader("icacls", readAccess);
addReader("sgdisk parted sfdisk hdparm cryptsetup diskutil nvme", readDisk);
addReader("cp cat", readCopy);
addReader("tee", readTee);
addReader("ln", readLink);
addReader("find", readFind);
addReader("chmod chown chgrp", readPermissions);
addReader("del erase rd rmdir", readWindowsRemove);
addReader("remove-item ri", readRemoveItem);
addReader("srm wipe", readRemove);
addReader("format-volume clear-disk initialize-disk remove-partition", readVolume);
addReader("vssadmin wbadmin wmic", readShadows);
addReader("mv", readMove);
addReader("rimraf shutil.rmtree", readTree);
addReader("rsync robocopy", readSync);
addReader("truncate", readTruncate);
addReader("git", readGit);
addReader("shutdown reboot halt poweroff init telinit systemctl stop-computer restart-computer", readPower);
addReader("kill", readKill);
addReader("nc ncat netcat nc.traditional socat", readNetcat);
addReader("crontab", readCrontab);
addReader("history", readHistory);
addReader("unlink", readUnlink);
readers.set("shred", (words, opens) => readFormat(words, opens) ?? readUnlink(words));
addReader("setenforce passwd killall5 pkill launchctl useradd usermod", readGuards);
for (const name of WINDOWS_TOOL_NAMES) readers.set(name, readWindowsTool);
addReader("iptables ip6tables nft ufw", readFirewall);
for (const name of INFRASTRUCTURE_COMMANDS) readers.set(name, readInfrastructure);

export const READERS: ReadonlyMap<string, ShellReader> = readers;

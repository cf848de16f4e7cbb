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
import { DRIVE, NAME, OPTION, PATH } from "./shell-needs.js";
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

export interface CommandReader {
  readonly read: ShellReader;
  /** What a name stands with, one of these bits at least, where the reader finds anything. */
  readonly needs: number;
}

/** By the names of commands. */
const readers = new Map<string, CommandReader>();

function addReader(names: string, read: ShellReader, needs = NAME): void {
  for (const name of names.split(" ")) readers.set(name, { read, needs });
}

addReader("rm srm wipe", readRemove, OPTION | PATH);
addReader("dd dcfldd", readDump, PATH | DRIVE);
addReader(
  "mkfs mkfs.ext4 mkfs.ext3 mkfs.ext2 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mkfs.fat mkfs.exfat mkfs.f2fs mke2fs mkswap",
  readFormat,
  PATH | DRIVE,
);
addReader("format format.com newfs blkdiscard", readFormat, PATH | DRIVE);
addReader("wipefs", readWipe, OPTION);
addReader("pvremove mdadm badblocks", readDiskLabel, PATH | DRIVE);
addReader("icacls", readAccess, DRIVE);
addReader("sgdisk parted sfdisk hdparm cryptsetup nvme", readDisk, PATH | DRIVE);
addReader("diskutil", readDisk);
addReader("cp cat", readCopy, PATH | DRIVE);
addReader("tee", readTee, PATH | DRIVE);
addReader("ln", readLink, OPTION);
addReader("find", readFind, OPTION | PATH | DRIVE);
addReader("chmod chown chgrp", readPermissions, OPTION | PATH);
addReader("del erase rd rmdir", readWindowsRemove, PATH);
addReader("remove-item ri", readRemoveItem, OPTION);
addReader("format-volume clear-disk initialize-disk remove-partition", readVolume, OPTION);
addReader("vssadmin wbadmin wmic", readShadows);
addReader("mv", readMove, PATH);
addReader("rimraf shutil.rmtree", readTree);
addReader("rsync robocopy", readSync, OPTION);
addReader("truncate", readTruncate, OPTION);
addReader("git", readGit);
addReader("shutdown reboot halt poweroff init telinit systemctl stop-computer restart-computer", readPower);
addReader("kill", readKill, OPTION);
addReader("nc ncat netcat nc.traditional socat", readNetcat, OPTION | DRIVE);
addReader("crontab", readCrontab, OPTION);
addReader("history", readHistory, OPTION);
addReader("unlink", readUnlink, PATH);
addReader("shred", (words, opens) => readFormat(words, opens) ?? readUnlink(words), PATH | DRIVE);
addReader("setenforce passwd killall5 pkill launchctl useradd usermod", readGuards);
for (const name of WINDOWS_TOOL_NAMES) addReader(name, readWindowsTool);
addReader("iptables ip6tables nft ufw", readFirewall);
for (const name of INFRASTRUCTURE_COMMANDS) addReader(name, readInfrastructure);

export const READERS: ReadonlyMap<string, CommandReader> = readers;

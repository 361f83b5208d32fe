export { fixedClock, manualClock, systemClock, type Clock, type ManualClock } from './clock.ts'
export { checkedLine, isWholeLine, onOneLine, parseWholeLine, readWholeLine } from './disk/checked-line.ts'
export { DiskError, isDiskError, type DiskErrorCode } from './disk/disk-error.ts'
export type { Disk, DiskFacts, DiskFile, DiskLock } from './disk/disk.ts'
export { isLocked } from './disk/is-locked.ts'
export { privateDisk } from './disk/private-disk.ts'
export { writeAll } from './disk/write-all.ts'
export { countingIds, randomIds, type Ids } from './ids.ts'
export type { ChangeOptions, FileDecision, FileChange } from './files/change-file.ts'
export type { ConfinedDirectory } from './files/confined-directory.ts'
export { ConfinedRoot, type Enforcement } from './files/confined-root.ts'
export { contains } from './files/contains.ts'
export type { DirectoryEntry, FileFacts, FileKind } from './files/facts.ts'
export type { FileBefore } from './files/file-before.ts'
export { FileError, type FileErrorCode } from './files/file-error.ts'
export { fileLimits } from './files/limits.ts'
export { makeFolders } from './files/make-folders.ts'
export { isOwnPrivate, type Ownership } from './files/own-private.ts'
export type { FileRead, ReadOptions } from './files/read-file.ts'
export { readUpward, type UpwardFile, type UpwardFiles, type UpwardOptions } from './files/read-upward.ts'
export type { FileContents } from './files/together/protocol.ts'
export type { TogetherOptions } from './files/together/together.ts'
export { homeOf } from './home.ts'
export type { Connect } from './network/dial.ts'
export {
  guardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type WebAnswer,
  type WebRequest,
} from './network/guarded-client.ts'
export type { Resolve } from './network/judged-addresses.ts'
export {
  localRefusal,
  type LocalAccess,
  type LocalRefusal,
  type LocalRequest,
} from './network/local-guard.ts'
export {
  listenOnLoopback,
  type LoopbackOptions,
  type LoopbackRefusal,
  type LoopbackServer,
  type LoopbackService,
} from './network/loopback-server.ts'
export { networkLimits, type NetworkLimits } from './network/limits.ts'
export { NetworkError, type NetworkErrorCode } from './network/network-error.ts'
export { privateHostReason } from './network/private-host-reason.ts'
export { commandEnvironment, type CommandEnvironmentOptions } from './processes/command-environment.ts'
export type { CommandSpec, ProcessEnd, RunningProcess, StopOptions } from './processes/command.ts'
export type { CommandLimits } from './processes/command-limits.ts'
export {
  openProcesses,
  type Containment,
  type Processes,
  type ProcessOptions,
} from './processes/host-processes.ts'
export { ProcessError, type ProcessErrorCode } from './processes/process-error.ts'
export { isEgressEntry } from './sandbox/egress/egress-list.ts'
export { openClosedSandbox, type ClosedSandboxOptions } from './sandbox/closed-sandbox.ts'
export { openSandbox } from './sandbox/open-sandbox.ts'
export { isProtected, entryName, protectedEntries, type ProtectedEntry } from './sandbox/protected-paths.ts'
export type {
  Sandbox,
  SandboxBackend,
  SandboxedCommand,
  SandboxEnforcement,
  SandboxNetwork,
} from './sandbox/sandbox.ts'
export { SandboxError, type SandboxErrorCode } from './sandbox/sandbox-error.ts'
export type {
  AskHost,
  EgressOptions,
  HostAnswer,
  SandboxMode,
  SandboxOptions,
} from './sandbox/sandbox-options.ts'
export { sandboxedProcesses } from './sandbox/sandboxed-processes.ts'
export { SpillError, type SpillErrorCode } from './spill/spill-error.ts'
export type { SpillFile } from './spill/spill-file.ts'
export type { SpillKind } from './spill/spill-name.ts'
export { spillReader, type SpillReader } from './spill/spill-reader.ts'
export { SpillStore, type SpillOptions } from './spill/spill-store.ts'
export { systemTimers, type Timers } from './timers.ts'
export { untilAborted } from './until-aborted.ts'

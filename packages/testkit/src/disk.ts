export type { CrashOptions } from './disk/crash-states.ts'
export type { DiskFault, DiskOperation, DiskOperationKind, FaultEffect } from './disk/disk-fault.ts'
export {
  simulatedDisk,
  type CrashState,
  type SimulatedDisk,
  type SimulatedDiskOptions,
} from './disk/simulated-disk.ts'

import { accessSync, constants, realpathSync, statSync } from 'node:fs'

/** Where systems show their own state as folders. */
const ofTheSystem = /^\/(?:proc|sys|dev)(?:\/|$)/

/** Whether a folder is surely one that can be worked in; where this says no, opening it says why. */
export function isPlainFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return statSync(folder).isDirectory() && !ofTheSystem.test(realpathSync(folder))
  } catch {
    return false
  }
}

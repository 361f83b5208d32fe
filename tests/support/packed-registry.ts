import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import type { Packed } from '../../scripts/release/pack.ts'
import { workspacePackages } from './workspace.ts'

/** A registry that has what was packed here, and sends whoever asks for anything else to another one. */
export interface PackedRegistry {
  readonly url: string
  close(): Promise<void>
}

/** Serves tarballs on loopback as npm asks for them, so that a page's `npm install` needs no other words. */
export async function packedRegistry(packed: readonly Packed[], elsewhere: string): Promise<PackedRegistry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    const asked = packed.find(({ name, tarball }) => path === name || path === `-/${basename(tarball)}`)
    if (asked === undefined) {
      response.writeHead(307, { location: new URL(request.url ?? '/', elsewhere).href }).end()
    } else if (path === asked.name) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(described(asked, url)))
    } else {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.end(readFileSync(asked.tarball))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return { url, close }
}

/** What a registry says of a package of which it has one version. */
function described({ name, version, tarball }: Packed, url: string): object {
  const manifest = workspacePackages().find((found) => found.manifest.name === name)?.manifest
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  const dist = { tarball: `${url}-/${basename(tarball)}`, integrity }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}

// Compiles each package to one file for each of its addresses: Node spends more time on finding a file than on
// running it, and the packages have hundreds. The compiler writes only their types.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const packages = fileURLToPath(new URL('../packages', import.meta.url))
const source = '@millrace/source'

for (const name of readdirSync(packages)) await bundle(join(packages, name))

/** @param {string} folder - the package. */
async function bundle(folder) {
  const entries = entriesOf(folder)
  const lib = join(folder, 'lib')
  if (isFresh(folder, Object.keys(entries))) return
  const stale = compiledIn(lib)
  const build = await rolldown({
    input: entries,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
  })
  const { output } = await build.write({
    dir: lib,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // The types carry the documentation.
    comments: false,
  })
  await build.close()
  const written = new Set(output.map(({ fileName }) => fileName))
  for (const file of stale) if (!written.has(file)) rmSync(join(lib, file))
}

/** The files behind a package's addresses, and what its command starts, by the name of what they become. */
function entriesOf(folder) {
  const { exports, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const addresses = Object.values(exports).flatMap((address) => address[source] ?? [])
  const entries = bin === undefined ? addresses : [...addresses, './src/main.ts']
  return Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), join(folder, entry)]))
}

/** Whether everything was compiled after the last change; what runs from it is then left in peace. */
function isFresh(folder, names) {
  const outputs = names.map((name) => join(folder, 'lib', `${name}.js`))
  if (!outputs.every((file) => existsSync(file))) return false
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  const inputs = [
    fileURLToPath(import.meta.url),
    join(folder, 'package.json'),
    ...sources.map((name) => join(folder, 'src', name)),
  ]
  const changed = Math.max(...inputs.map((file) => statSync(file).mtimeMs))
  return outputs.every((file) => statSync(file).mtimeMs > changed)
}

/** Compiled files; the types stay. */
function compiledIn(lib) {
  const names = readdirSync(lib, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.js(\.map)?$/.test(name))
}

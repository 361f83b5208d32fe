// Builds the page of the workbench, unless it is newer than everything that it is made of.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'packages/web')
const dist = join(web, 'dist')
/** On the same disk as the page, and looked at by nobody. */
const workshop = join(root, 'node_modules/.cache/millrace-page')
const lock = join(workshop, 'lock')
/** What is locked for longer than so many milliseconds is locked by nobody any more. */
const longest = 180_000

mkdirSync(workshop, { recursive: true })
await locked()
try {
  if (!isFresh()) await buildPage()
} finally {
  rmSync(lock, { force: true })
}

/** Waits for whoever builds the page now, such as another test: then it is there already. */
async function locked() {
  for (;;) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    if (isAbandoned()) rmSync(lock, { force: true })
    else await pause(50)
  }
}

function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > longest) return true
    const owner = Number(readFileSync(lock, 'utf8'))
    // Nobody is asked for by the number 0, which is what a lock without its number yet reads as.
    if (owner > 0) process.kill(owner, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function isFresh() {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  return sources().every((file) => statSync(file).mtimeMs < built)
}

/** What the page is made of. */
function sources() {
  return [
    fileURLToPath(import.meta.url),
    join(root, 'package-lock.json'),
    join(web, 'vite.config.ts'),
    ...filesIn(join(web, 'ui')),
    ...['web', 'cards', 'protocol', 'schema'].flatMap((name) => filesIn(join(root, 'packages', name, 'src'))),
  ].filter((file) => !/\.test\.tsx?$/.test(file))
}

/** Builds aside: whoever reads the page meanwhile reads all of the one before. */
async function buildPage() {
  const [fresh, former] = [join(workshop, 'fresh'), join(workshop, 'former')]
  const begun = new Date()
  // A test that has it built gets what everybody gets.
  process.env.NODE_ENV = 'production'
  rmSync(fresh, { recursive: true, force: true })
  rmSync(former, { recursive: true, force: true })
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } })
  // What changes while it is built may not be in it.
  utimesSync(join(fresh, 'index.html'), begun, begun)
  if (existsSync(dist)) renameSync(dist, former)
  renameSync(fresh, dist)
  rmSync(former, { recursive: true, force: true })
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

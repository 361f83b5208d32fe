// Makes the pictures of the workbench that the pages show, from real sessions of the compiled command in a folder of its
// own: npm run build && node scripts/screenshots.mjs
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scriptedProvider } from '@millrace/testkit/provider'
import { chromium } from 'playwright-core'
import { answer, scripts } from './screenshots/ferry-model.mjs'
import { files } from './screenshots/ferry-project.mjs'
import { pictures } from './screenshots/pictures.mjs'
import { smallPng } from './screenshots/small-png.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs/images')
const bin = join(root, 'packages/cli/bin/millrace.js')
/** In bytes: what a page of the documentation may cost whoever reads it. */
const most = 120_000
const home = '/tmp/demo'

/** @type {(() => unknown)[]} */
const undo = []
try {
  await makeAll()
} finally {
  for (const each of undo.toReversed()) await each()
}

async function makeAll() {
  const place = await preparedPlace()
  const address = await workbench(place)
  const browser = await chromium.launch({ executablePath: installedBrowser(), args: ['--no-sandbox'] })
  undo.push(() => browser.close())
  mkdirSync(images, { recursive: true })
  for (const [name, picture] of Object.entries(pictures)) await take(browser, address, name, picture)
}

/** The folders of somebody who has worked on the ferry for a while; nothing of the real user is in them. */
async function preparedPlace() {
  // Its name is in the pictures. Whatever has it already belongs to somebody else.
  mkdirSync(home, { mode: 0o700 })
  undo.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }))
  const project = join(home, 'ferry')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(project, dirname(path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const provider = await scriptedProvider(answer)
  undo.push(() => provider.close())
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    OPENAI_BASE_URL: provider.url,
    MILLRACE_MODEL: 'openai/scripted',
  }
  const place = { project, env }
  await millrace(place, ['trust', '--yes'])
  for (const name of ['crossings', 'publish', 'todos'])
    await millrace(place, ['run', '--mode', 'both', '--approve-all', scripts[name].prompt])
  return place
}

/** Runs the command until it ends. */
async function millrace({ project, env }, words) {
  await promisify(execFile)(process.execPath, [bin, ...words], { cwd: project, env })
}

/** Serves the folder until all pictures are there. @returns the printed address. */
async function workbench({ project, env }) {
  const child = spawn(process.execPath, [bin, 'web', '--mode', 'both'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('close', resolve))
  undo.push(() => {
    child.kill('SIGINT')
    return gone
  })
  return await new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      if (out.endsWith('\n')) resolve(out.trimEnd())
    })
    child.once('error', reject)
    void gone.then((status) => reject(new Error(`millrace web ended with status ${status}`)))
  })
}

/** Takes one picture in a browser that remembers nothing. */
async function take(browser, address, name, { look, at, draw, leave }) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...look,
  })
  const page = await context.newPage()
  await page.goto(at === undefined ? address : `${address}&${at}`)
  try {
    await draw(page)
  } catch (error) {
    throw new Error(`${name}: ${error.message}\n${await page.locator('body').innerText()}`, { cause: error })
  }
  // Nothing is shown as hovered, where a button was pressed.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  const picture = smallPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  await leave?.(page)
  await context.close()
  const path = join(images, `${name}.png`)
  const { length } = picture
  if (length > most) throw new Error(`${path} has ${length} bytes, expected ${most} at most: show less in it`)
  writeFileSync(path, picture)
  console.log(`docs/images/${name}.png  ${Math.round(length / 1000)} KB`)
}

function installedBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`there is no Chromium on this machine: expected one of ${names.join(', ')} in PATH`)
  return found
}

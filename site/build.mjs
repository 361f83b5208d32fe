// Builds the documentation as a site into site/dist, and serves it after that where asked to: npm run site -- --serve
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('.', import.meta.url))
const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js')

function run(program, words) {
  const { status, error } = spawnSync(program, words, { stdio: 'inherit' })
  if (error !== undefined) throw error
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(vitepress)) run('npm', ['ci', '--prefix', site, '--ignore-scripts'])
run(process.execPath, [vitepress, 'build', site])
console.log('The site is in site/dist: npm run site -- --serve shows it.')
if (process.argv.includes('--serve'))
  run(process.execPath, [vitepress, 'preview', site, '--host', '127.0.0.1', '--port', '4173'])

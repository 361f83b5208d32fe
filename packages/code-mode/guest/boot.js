import { readFileSync } from 'node:fs'

/** The parts of the script that a machine is started with, each before those that use it. */
const parts = [
  'primordials',
  'values',
  'plain',
  'completion',
  'near',
  'calls',
  'tools',
  'console',
  'timers',
  'clone',
  'failure',
  'globals',
  'kernel',
]

const importing = /^import [^;]*? from '[^']+'$/gm
const exporting = /^export /gm

/** One script of all parts, whose names no program can see; it gives the functions that drive the machine. */
export function bootSource() {
  const texts = parts.map((part) => readFileSync(new URL(`boot-${part}.js`, import.meta.url), 'utf8'))
  const body = texts.map((text) => text.replace(importing, '').replace(exporting, '')).join('\n')
  return `(() => {\n'use strict'\n${body}\nreturn kernel\n})()`
}

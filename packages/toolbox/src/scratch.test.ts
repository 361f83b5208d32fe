import { ConfinedRoot } from '@millrace/host'
import { test } from 'vitest'
import { confinedFiles } from './workspace/confined-files.ts'
import { glob } from './glob/search.ts'
import { grep } from './grep/search.ts'
import { WorkerPool } from './grep/worker-pool.ts'
import { parseGlob } from './patterns/glob-pattern.ts'

test('scratch', async () => {
  const files = confinedFiles(await ConfinedRoot.open('/work/main/node_modules'))
  const signal = new AbortController().signal
  for (const pattern of ['**/*.js', '**', '*.ts', 'zod/**/*.{ts,js}', '**/package.json']) {
    for (let i = 0; i < 2; i++) {
      const t = performance.now()
      const v = await glob(files, { pattern, path: '.', sort: 'path', maxPaths: 500, budgetMs: 30000, signal })
      console.log(pattern, (performance.now() - t).toFixed(0), v.total, v.skipped)
    }
  }
  const pool = new WorkerPool()
  for (const pattern of ['TODO', 'TODO', '\\bfunction\\s+\\w+\\(', '[A-Z]{3,}_[A-Z]+', 'nothing here']) {
    const t = performance.now()
    const v = await grep(files, pool, { pattern, path: '.', include: parseGlob('**'), ignoreCase: false, isLiteral: false, context: 0, maxMatches: 200, budgetMs: 30000, signal })
    console.log(pattern, (performance.now() - t).toFixed(0), v.total, v.totalFiles, v.searched, v.files.length, v.skipped, v.truncated, v.unreadable)
  }
})

import { escapeVisible } from '@millrace/protocol'
import type { ProgramSdk } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { onChanged } from '../desk/desk.ts'
import { Cut } from '../kit/cut.tsx'
import { Problem } from '../kit/problem.tsx'
import { useResource } from '../kit/resource.ts'
import { Section } from '../kit/section.tsx'
import { store, stored } from '../kit/stored.ts'
import { useRun } from '../kit/use-run.ts'
import { kitWords } from '../kit/words.ts'
import { examples } from './examples.ts'
import { ProgramEditor } from './program-editor.tsx'
import { ProgramResult } from './program-result.tsx'
import { sdkEntries } from './sdk-entries.ts'
import { codeWords } from './words.ts'
import './code.css'

/** The name under which the last program is kept. */
const kept = 'program'

/** A program of one's own: written with the types of the tools at hand, run through the same pipeline as a model's. */
export function CodePage(): JSX.Element {
  const words = codeWords.value
  const code = useSignal(stored(kept) ?? examples[0].code)
  const sdk = useResource<ProgramSdk>('/api/sdk')
  const run = useRun('program')
  useEffect(() => onChanged('tools', sdk.reload), [])
  const declarations = sdk.value.value?.declarations
  const entries = useMemo(() => sdkEntries(declarations ?? ''), [declarations])
  const change = (text: string): void => {
    code.value = text
    store(kept, text)
  }
  const isReady = code.value.trim() !== '' && !run.starting.isUnderWay.value
  const begin = (): void => {
    if (isReady) void run.starting.start('/api/programs', { code: code.value })
  }
  return (
    <div class="code-page">
      <h1>{words.title}</h1>
      <p class="kit-quiet">{words.lead}</p>
      <div class="kit-tools">
        <span class="kit-quiet">{words.examples}</span>
        {examples.map((example) => (
          <button key={example.title} type="button" class="kit-button" onClick={() => change(example.code)}>
            {words[example.title]}
          </button>
        ))}
      </div>
      <ProgramEditor code={code.value} entries={entries} onChange={change} onRun={begin} />
      <div class="kit-tools">
        <button type="button" class="kit-button main" disabled={!isReady} onClick={begin}>
          {run.starting.isUnderWay.value ? words.sending : words.run}
        </button>
        {code.value.trim() === '' && <span class="kit-quiet">{words.empty}</span>}
      </div>
      <Problem problem={run.starting.problem.value} />
      {run.session.value !== undefined && (
        <ProgramResult key={run.session.value.id} session={run.session.value} />
      )}
      <Section id="sdk" level={2} title={words.tools} aside={entries.length || undefined} startsOpen={false}>
        <Problem problem={sdk.problem.value} onRetry={sdk.reload} />
        {declarations === undefined ? (
          <p class="kit-quiet">{sdk.isLoading.value ? kitWords.value.loading : words.noTools}</p>
        ) : (
          <Cut text={escapeVisible(declarations, { lines: true })} />
        )}
      </Section>
    </div>
  )
}

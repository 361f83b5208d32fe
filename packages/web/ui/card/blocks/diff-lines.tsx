import { show, type CodeBlock } from '@millrace/cards'
import { useMemo } from 'preact/hooks'
import { cardWords } from '../words.ts'
import { CodeLine, LineText } from './code-lines.tsx'
import { diffLook } from './diff-look.ts'
import { diffSides, type SideLine } from './diff-sides.ts'
import { MoreButton } from './more-button.tsx'
import { useMore } from './use-more.ts'

/** Lines that are shown at once. */
const step = { first: 1_000, more: 2_000 }

interface DiffLinesProps {
  readonly block: CodeBlock
  readonly isOpen: boolean
  readonly unfold: () => void
}

/** A stretch of a diff, in the way that was chosen for this browser. */
export function DiffLines(props: DiffLinesProps) {
  const { header } = props.block
  return (
    <div class="diff">
      {header !== undefined && <p class="hunk">{show(header)}</p>}
      {diffLook.value === 'split' ? <Split {...props} /> : <Inline {...props} />}
    </div>
  )
}

function Inline({ block: { lines }, isOpen, unfold }: DiffLinesProps) {
  const more = useMore(lines.length, step.first, step.more)
  return (
    <>
      <pre class="code">
        {lines.slice(0, more.shown).map((line, index) => (
          <CodeLine key={index} line={line} isOpen={isOpen} unfold={unfold} />
        ))}
      </pre>
      <MoreButton {...more} />
    </>
  )
}

function Split({ block, isOpen, unfold }: DiffLinesProps) {
  const pairs = useMemo(() => diffSides(block), [block])
  const more = useMore(pairs.length, step.first, step.more)
  const words = cardWords.value
  return (
    <>
      <table class="sides">
        <thead class="said">
          <tr>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.slice(0, more.shown).map(({ before, after }, index) => (
            <tr key={index}>
              <Side line={before} isOpen={isOpen} unfold={unfold} />
              <Side line={after} isOpen={isOpen} unfold={unfold} />
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton {...more} />
    </>
  )
}

interface SideProps extends Omit<DiffLinesProps, 'block'> {
  readonly line: SideLine | undefined
}

const signs = { same: ' ', removed: '-', added: '+' }

function Side({ line, isOpen, unfold }: SideProps) {
  if (line === undefined) return <td class="side nothing" />
  return (
    <td class={`side m-${line.kind}`}>
      <span class="line">
        <span class="margin number">{line.number ?? ''}</span>
        <span class="margin">{signs[line.kind]} </span>
        <LineText pieces={line.line.pieces} isOpen={isOpen} unfold={unfold} />
      </span>
    </td>
  )
}

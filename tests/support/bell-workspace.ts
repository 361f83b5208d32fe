import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { events } from '../../scripts/catalog/events.ts'
import { exportsOfPackages } from '../../scripts/catalog/exports.ts'
import { services } from '../../scripts/catalog/services.ts'
import { upToDate } from '../../scripts/catalog/up-to-date.ts'
import { root } from './workspace.ts'

const source = `import type { Context, Events } from '@deepseek-ai/cordis'
import { notify, ScopedEvents } from '@millrace/scope'

/** How often a bell sounds, and how loud in decibels. */
export interface Ring {
  readonly times: number
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** The one bell of the house. */
    bell: Bell
  }
  interface Events {
    /**
     * Somebody stands at the door and waits.
     * @mode emit
     */
    'bell/rung'(ring: Ring): void
    /**
     * Makes a ring quieter before it sounds.
     * @mode waterfall
     */
    'bell/muffle'(ring: Ring, next: () => Ring): Ring
  }
}

/** Rings for whoever stands at the door. */
export class Bell {
  private readonly ctx: Context
  private readonly events: ScopedEvents

  constructor(ctx: Context) {
    this.ctx = ctx
    this.events = new ScopedEvents(ctx)
  }

  /**
   * Sounds at once.
   * @param times - whole, above 0.
   * @returns the ring as it was heard.
   */
  ring(times: number): Ring {
    const ring = this.ctx.waterfall('bell/muffle', { times }, () => ({ times }))
    this.tell('bell/rung', ring)
    return ring
  }

  private tell(name: keyof Events, ring: Ring): void {
    notify(this.events.hearing(name, undefined), {}, [ring], () => undefined)
  }
}
`

const markers = (name: string): string => `<!-- generated: ${name} -->\n<!-- /generated: ${name} -->\n`

const files: Readonly<Record<string, string>> = {
  'README.md': '# Bells\n',
  'packages/bell/README.md': '# bell\n',
  'examples/door/README.md': '# A door\n',
  'tsconfig.base.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      customConditions: ['@millrace/source'],
      types: [],
      strict: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
    },
  }),
  'packages/bell/package.json': JSON.stringify({
    name: 'bell',
    type: 'module',
    exports: { '.': { '@millrace/source': './src/index.ts' } },
  }),
  'packages/bell/src/index.ts': `export { Bell, type Ring } from './bell.ts'\n`,
  'packages/bell/src/bell.ts': source,
  'docs/en/packages/bell.md': `# Bell\n\nSee [the ring](../api/bell.md#interface-ring).\n\n${markers('services')}\n${markers('events')}`,
  'docs/ja/packages/bell.md': `# ベル\n\n${markers('services')}\n${markers('events')}`,
  'docs/en/api/bell.md': `# Exports\n\n${markers('exports')}`,
  'docs/ja/api/bell.md': `# エクスポート\n\n${markers('exports')}`,
}

const folders: string[] = []

/** Removes every workspace that was made. */
export function removeBells(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
}

/** A workspace of one package with a service and two events, the pages of which are written. */
export class BellWorkspace {
  readonly folder: string

  private constructor() {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-catalog-')))
    folders.push(this.folder)
  }

  /** With pages that nothing was written into yet. */
  static blank(): BellWorkspace {
    const made = new BellWorkspace()
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(made.folder, path)), { recursive: true })
      writeFileSync(join(made.folder, path), text)
    }
    mkdirSync(join(made.folder, 'node_modules'))
    for (const scope of ['@deepseek-ai', '@millrace']) {
      symlinkSync(join(root, 'node_modules', scope), join(made.folder, 'node_modules', scope))
    }
    return made
  }

  /** As it is now, in another folder: sources are read once for each. */
  copy(): BellWorkspace {
    const made = new BellWorkspace()
    cpSync(this.folder, made.folder, { recursive: true, verbatimSymlinks: true })
    return made
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  change(path: string, before: string, after: string): void {
    const text = this.read(path)
    if (!text.includes(before)) throw new Error(`${path} holds no ${before}`)
    writeFileSync(join(this.folder, path), text.replace(before, after))
  }

  remove(path: string): void {
    rmSync(join(this.folder, path))
  }

  /** Writes the pages, and answers what is wrong, one line for each. */
  write(): Promise<string[]> {
    return this.bring(false)
  }

  /** Only looks, and answers what is wrong. */
  verify(): Promise<string[]> {
    return this.bring(true)
  }

  private async bring(verify: boolean): Promise<string[]> {
    const writers = [services, events, exportsOfPackages]
    const flaws = await upToDate({ root: this.folder, writers, verify })
    return flaws.map(({ where, what }) => `${where} ${what}`)
  }
}

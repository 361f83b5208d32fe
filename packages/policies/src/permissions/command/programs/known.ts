import { buildPrograms } from './builds.ts'
import { builtins } from './builtins.ts'
import { filePrograms } from './files.ts'
import { findPrograms } from './find.ts'
import { gitPrograms } from './git.ts'
import { interpreterPrograms } from './interpreters.ts'
import { listingPrograms } from './listing.ts'
import { networkPrograms } from './network.ts'
import { packagePrograms } from './packages.ts'
import type { ProgramSchema } from './schema.ts'
import { shells } from './shells.ts'
import { streamEditors } from './stream-editors.ts'
import { textPrograms } from './text.ts'
import { wrappers } from './wrappers.ts'

/** All programs of which something is known, by name. */
export const knownPrograms: ReadonlyMap<string, ProgramSchema> = new Map(
  [
    textPrograms,
    listingPrograms,
    findPrograms,
    streamEditors,
    filePrograms,
    gitPrograms,
    networkPrograms,
    packagePrograms,
    buildPrograms,
    interpreterPrograms,
    shells,
    wrappers,
    builtins,
  ].flatMap((family) => Object.entries(family)),
)

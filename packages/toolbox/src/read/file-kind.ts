/** What a file is that is not text. */
export interface BinaryKind {
  /** For people, such as `PDF document`. */
  readonly name: string
  /** What to do instead of reading it. */
  readonly advice: string
  /** Set for pictures that a model can look at. */
  readonly image?: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
}

const advices = {
  view: 'it is shown as a picture',
  convert: 'convert it to PNG or JPEG to look at it',
  document: 'extract its text with another program, such as pdftotext',
  archive: 'list or unpack it with another program',
  database: 'query it with its own program, such as sqlite3',
  other: 'it has no text to read; use a program made for it',
} as const

/** Signature of a kind of file: bytes at a position, in Latin-1. */
interface Signature {
  readonly at?: number
  readonly bytes: string
  readonly name: string
  readonly advice: keyof typeof advices
  readonly image?: NonNullable<BinaryKind['image']>
}

const signatures: readonly Signature[] = [
  { bytes: '\x89PNG\r\n\x1a\n', name: 'PNG picture', advice: 'view', image: 'image/png' },
  { bytes: '\xff\xd8\xff', name: 'JPEG picture', advice: 'view', image: 'image/jpeg' },
  { bytes: 'GIF87a', name: 'GIF picture', advice: 'view', image: 'image/gif' },
  { bytes: 'GIF89a', name: 'GIF picture', advice: 'view', image: 'image/gif' },
  { at: 8, bytes: 'WEBP', name: 'WebP picture', advice: 'view', image: 'image/webp' },
  { at: 4, bytes: 'ftypavif', name: 'AVIF picture', advice: 'convert' },
  { at: 4, bytes: 'ftyphei', name: 'HEIC picture', advice: 'convert' },
  { bytes: 'II*\0', name: 'TIFF picture', advice: 'convert' },
  { bytes: 'MM\0*', name: 'TIFF picture', advice: 'convert' },
  { bytes: '\0\0\x01\0', name: 'icon', advice: 'convert' },
  { bytes: '%PDF-', name: 'PDF document', advice: 'document' },
  { bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', name: 'Microsoft Office document', advice: 'document' },
  { bytes: 'PK\x03\x04', name: 'ZIP archive (also Office documents and Java archives)', advice: 'archive' },
  { bytes: '\x1f\x8b', name: 'gzip data', advice: 'archive' },
  { bytes: 'BZh', name: 'bzip2 data', advice: 'archive' },
  { bytes: '\xfd7zXZ\0', name: 'xz data', advice: 'archive' },
  { bytes: '\x28\xb5\x2f\xfd', name: 'Zstandard data', advice: 'archive' },
  { bytes: '7z\xbc\xaf\x27\x1c', name: '7-Zip archive', advice: 'archive' },
  { at: 257, bytes: 'ustar', name: 'tar archive', advice: 'archive' },
  { bytes: 'SQLite format 3\0', name: 'SQLite database', advice: 'database' },
  { bytes: '\x7fELF', name: 'ELF program or library', advice: 'other' },
  { bytes: '\xcf\xfa\xed\xfe', name: 'Mach-O program or library', advice: 'other' },
  { bytes: '\xca\xfe\xba\xbe', name: 'Java class or universal Mach-O file', advice: 'other' },
  { bytes: '\0asm', name: 'WebAssembly module', advice: 'other' },
  { bytes: 'wOF2', name: 'font', advice: 'other' },
  { bytes: 'OggS', name: 'Ogg sound or video', advice: 'other' },
  { bytes: 'ID3', name: 'MP3 sound', advice: 'other' },
  { at: 4, bytes: 'ftyp', name: 'MPEG-4 sound or video', advice: 'other' },
]

// Signatures of printable characters alone could begin a text as well; these formats always hold a NUL early on.
const textLike = new Set(['BZh', 'ID3', 'wOF2', 'OggS'])

/** The kind of a file by its first bytes; undefined for text and for what only its bytes show to be binary. */
export function binaryKind(head: Uint8Array, holdsNul: boolean): BinaryKind | undefined {
  for (const signature of signatures) {
    if (textLike.has(signature.bytes) && !holdsNul) continue
    if (!startsAt(head, signature)) continue
    const { name, advice, image } = signature
    return { name, advice: advices[advice], ...(image === undefined ? {} : { image }) }
  }
  return holdsNul ? { name: 'binary data', advice: advices.other } : undefined
}

function startsAt(head: Uint8Array, { at = 0, bytes }: Signature): boolean {
  if (head.length < at + bytes.length) return false
  for (let index = 0; index < bytes.length; index += 1) {
    if (head[at + index] !== bytes.charCodeAt(index)) return false
  }
  return true
}

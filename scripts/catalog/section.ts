/** A generated part of a page, which stands between its markers on every language's side of the page. */
export interface Section {
  /** The page below a language's folder, such as `packages/tools.md`. */
  readonly page: string
  /** What the markers call it, such as `services`. Unique within its page. */
  readonly name: string
  /** Markdown without a line break at its end. The same bytes go into every language's side. */
  readonly text: string
}

/** A flaw that keeps the catalogue from being written or found right: what is wrong, where, and what mends it. */
export interface Flaw {
  /** A file of the repository, with a line where there is one: `docs/en/packages/tools.md:12`. */
  readonly where: string
  readonly what: string
}

/** What a writer of sections found: its sections, and what is wrong with the sources that it read. */
export interface Written {
  readonly sections: readonly Section[]
  readonly flaws: readonly Flaw[]
}

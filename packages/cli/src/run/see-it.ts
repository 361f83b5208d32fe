/** How a session can be looked at again. @param id - as people are shown it. */
export function seeIt(id: string): readonly string[] {
  return [`see it: millrace replay ${id}   millrace web --open ${id}`]
}

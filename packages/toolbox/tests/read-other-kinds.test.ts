import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

/** A PNG header of this size in pixels, padded to a number of bytes. */
function png(width: number, height: number, bytes = 64): Buffer {
  const header = Buffer.alloc(bytes)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

describe('read', () => {
  test('shows a picture as an image block with its size', async () => {
    const picture = png(640, 480)
    await workspace.put({ 'a.png': picture, 'renamed.txt': picture })
    for (const path of ['a.png', 'renamed.txt']) {
      const { result, value, text, resultView } = await call('read', { path })
      const data = picture.toString('base64')
      expect(value).toEqual({
        kind: 'image',
        path,
        size: 64,
        mimeType: 'image/png',
        width: 640,
        height: 480,
        data,
      })
      expect(result.content[1]).toEqual({ type: 'image', mimeType: 'image/png', data })
      expect(text).toContain('640 × 480 pixels, 64 bytes')
      expect(JSON.stringify(result.meta)).not.toContain(data)
      expect(resultView).toBeUndefined()
    }
  })

  verifies(
    ['fault:B028', 'fault:B030'],
    'a picture that no model takes is described instead of sent',
    async () => {
      await workspace.put({
        'huge.png': png(100, 100, 25_000_000),
        'wide.png': png(12_000, 10),
        'edge.png': png(8000, 1),
      })
      const huge = await call('read', { path: 'huge.png' })
      expect(huge.value).toMatchObject({ kind: 'binary', type: 'PNG picture', size: 25_000_000, width: 100 })
      expect(huge.text).toContain('only pictures of at most 3932160 bytes are shown; scale it down')
      expect(JSON.stringify(huge.result).length).toBeLessThan(2000)
      const wide = await call('read', { path: 'wide.png' })
      expect(wide.text).toContain('only pictures of at most 8000 pixels a side are shown')
      expect((await call('read', { path: 'edge.png' })).value).toMatchObject({ kind: 'image' })
      expect((await call('read', { path: 'wide.png' })).result.isError).toBe(false)
    },
  )

  test('the largest picture fits into five megabytes of base64', async () => {
    await workspace.put({ 'most.png': png(1, 1, 3_932_160), 'more.png': png(1, 1, 3_932_161) })
    const { value } = await call('read', { path: 'most.png' })
    expect((value as { data: string }).data).toHaveLength(5_242_880)
    expect((await call('read', { path: 'more.png' })).value).toMatchObject({ kind: 'binary' })
  })

  test.each([
    ['a.pdf', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'PDF document', 'pdftotext'],
    ['a.zip', 'PK\x03\x04\x14\0\0\0', 'binary data', 'use a program made for it'],
    ['a.bin', 'abc\0def', 'binary data', 'no text'],
  ])('says what %s is and what to do', async (path, content, type, advice) => {
    await workspace.put({ [path]: Buffer.from(content, 'latin1') })
    const { value, text, result } = await call('read', { path })
    expect(result.isError).toBe(false)
    expect(value).toMatchObject({ kind: 'binary', path, size: content.length })
    expect(text).toContain(type)
    expect(text).toContain(advice)
  })

  test.each(['GIF89a is a format', 'Support WEBP images', 'The ftyp box comes first'])(
    'a text that begins with "%s" is no picture',
    async (line) => {
      await workspace.put({ 'notes.md': line })
      expect((await call('read', { path: 'notes.md' })).value).toMatchObject({ kind: 'text', lines: [line] })
    },
  )

  test('shows a notebook as its cells, in windows', async () => {
    const notebook = {
      cells: [{ cell_type: 'code', source: ['a = 1\n', 'b = 2'], outputs: [{ text: 'done' }] }],
    }
    await workspace.put({ 'n.ipynb': JSON.stringify(notebook), 'broken.ipynb': '{"cells": [' })
    const { text, value } = await call('read', { path: 'n.ipynb' })
    expect(text).toBe(
      '1\t[cell 1: code]\n2\ta = 1\n3\tb = 2\n4\t[output of cell 1]\n5\tdone\n[a notebook, shown as its cells]',
    )
    expect(value).toMatchObject({ notebook: true, totalLines: 5 })
    expect((await call('read', { path: 'n.ipynb', offset: 3, limit: 1 })).value).toMatchObject({
      lines: ['b = 2'],
      next: 4,
    })
    expect((await call('read', { path: 'broken.ipynb' })).value).toMatchObject({ lines: ['{"cells": ['] })
  })

  test('a name cannot forge lines of the result', async () => {
    await workspace.put({ 'a\u202eb.bin': 'x\0' })
    expect((await call('read', { path: 'a\u202eb.bin' })).text).toContain('a\\u{202e}b.bin is not text')
  })
})

import { readFileSync } from 'node:fs'

/** Names of the files in a zip, from its central directory (PKWARE APPNOTE, 4.3.12). */
export function filesIn(path: string): readonly string[] {
  const zip = readFileSync(path)
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const names: string[] = []
  let offset = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(offset + field))
    if (name === undefined || extra === undefined || comment === undefined) throw new Error('cut short')
    names.push(zip.toString('utf8', offset + 46, offset + 46 + name))
    offset += 46 + name + extra + comment
  }
  return names
}

import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { convert } from 'fontverter'
import subsetFont from 'subset-font'
import { ensureSharedFolder } from './shared-folder.ts'

/*
 * The fonts of the browsers that tests and screenshots start. The pages use the fonts of the system. So that
 * texts have the same look and the same size on every machine, Chromium on Linux sees only fonts from npm:
 * Inter, Source Serif and JetBrains Mono as the generic families, and Noto for every other script and emoji.
 */

const sansSerif = '@expo-google-fonts/inter'
const serif = '@expo-google-fonts/source-serif-4'
const monospace = '@fontsource-variable/jetbrains-mono'
const emoji = '@fontsource/noto-color-emoji'

// biome-ignore format: read down the columns
const genericFamilies = [
  ['serif',     'Source Serif 4'],
  ['monospace', 'JetBrains Mono'],
] as const
const defaultFamily = 'Inter'

/** The families of Han characters for each language. Their files name the weight Thin, although they are regular. */
// biome-ignore format: read down the columns
const hanFamilies = [
  ['ja',    'Noto Sans JP Thin'],
  ['zh-tw', 'Noto Sans TC Thin'],
  ['zh-hant', 'Noto Sans TC Thin'],
  ['zh',    'Noto Sans SC Thin'],
  ['ko',    'Noto Sans KR Thin'],
] as const

interface Manifest {
  version: string
  dependencies: Record<string, string>
}

const { resolve } = createRequire(import.meta.url)
const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest
const project = readManifest(join(import.meta.dirname, '../../package.json'))
const notoPackages = Object.keys(project.dependencies).filter((name) =>
  name.startsWith('@fontsource-variable/noto-sans'),
)

const folderOf = (name: string): string => dirname(resolve(`${name}/package.json`))

/** Returns a fontconfig file with these fonts. Writes the fonts once for each version and user. */
export async function ensureBrowserFonts(): Promise<string> {
  const names = [sansSerif, serif, monospace, emoji, ...notoPackages]
  const versions = names.map((name) => readManifest(resolve(`${name}/package.json`)).version)
  const text = readFileSync(import.meta.filename, 'utf8')
  const key = createHash('sha256')
    .update([text, ...versions].join())
    .digest('hex')
    .slice(0, 12)
  const folder = await ensureSharedFolder(`bestow-fonts-${key}`, 'fonts.conf', writeFonts)
  return join(folder, 'fonts.conf')
}

/** Writes all fonts as TrueType, because Chromium reads no WOFF2 as a font of the system. */
async function writeFonts(folder: string, finalFolder: string): Promise<void> {
  for (const name of [sansSerif, serif])
    await convertAll(name, '*/*.ttf', folder, async (font) => font)
  await convertAll(monospace, 'files/*-wght-*.woff2', folder, withoutLigatures)
  await convertAll(emoji, 'files/*-emoji-400-normal.woff2', folder, toTrueType)
  for (const name of notoPackages)
    await convertAll(name, 'files/*-wght-normal.woff2', folder, toRegular)
  writeFileSync(join(folder, 'fonts.conf'), renderConfiguration(finalFolder))
}

async function convertAll(
  name: string,
  pattern: string,
  folder: string,
  toFont: (font: Buffer) => Promise<Buffer>,
): Promise<void> {
  for (const file of globSync(join(folderOf(name), pattern)))
    writeFileSync(
      join(folder, basename(file).replace('.woff2', '.ttf')),
      await toFont(readFileSync(file)),
    )
}

const toTrueType = (font: Buffer): Promise<Buffer> => convert(font, 'sfnt')

const allGlyphs = { keepAllGlyphs: true, targetFormat: 'sfnt' } as const

/** Leaves the ligatures out, because the fonts for code of the usual systems have none. */
const withoutLigatures = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, '', { ...allGlyphs, keepFeatures: ['ccmp', 'mark'] })

/**
 * Fixes the weight of a variable font. For a missing character, Chromium takes a font at its default weight,
 * and some families have Thin there.
 */
const toRegular = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, '', { ...allGlyphs, variationAxes: { wght: 400 } })

function renderConfiguration(folder: string): string {
  const generic = genericFamilies.map(
    ([family, font]) =>
      `<alias binding="strong"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`,
  )
  const han = hanFamilies.map(
    ([language, font]) => `<match>
      <test name="lang" compare="contains"><string>${language}</string></test>
      <edit name="family" mode="append" binding="strong"><string>${font}</string></edit>
    </match>`,
  )
  return `<?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig>
      <dir>${folder}</dir>
      <cachedir>${join(folder, 'cache')}</cachedir>
      ${[...generic, ...han].join('\n')}
      <match><edit name="family" mode="append_last"><string>${defaultFamily}</string></edit></match>
    </fontconfig>`
}

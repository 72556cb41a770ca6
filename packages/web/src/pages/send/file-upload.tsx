import { Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FileDrop } from '#web/components/file-drop.tsx'
import { type Encoding, encodings } from '#web/components/text-encoding.ts'
import { plural, t } from '#web/i18n/send.ts'
import { loadMapping, saveMapping } from './column-mapping-storage.ts'
import {
  delimiters,
  guessMapping,
  type Mapping,
  parseSheet,
  type Sheet,
  toRows,
} from './parse-recipients.ts'
import { fieldLabels, fieldsOf } from './recipient-rows.ts'
import { isDirectSend } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

interface ParsedFile {
  name: string
  bytes: Uint8Array
  sheet: Sheet
  mapping: Mapping
}

/** Reads a file in the browser. Only its rows are sent to the server. */
export function FileUpload(stepProps: StepProps) {
  const { draft, change } = stepProps
  const [parsed, setParsed] = useState<ParsedFile>()
  const loadFile = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const sheet = parseSheet(bytes)
    applyFile({
      name: file.name,
      bytes,
      sheet,
      mapping: loadMapping(sheet.header) ?? guessMapping(sheet),
    })
  }
  const applyFile = (next: ParsedFile) => {
    setParsed(next)
    saveMapping(next.sheet.header, next.mapping)
    change({ rows: toRows(next.sheet, next.mapping), file: next.name })
  }
  return (
    <Stack gap="sm">
      <FileDrop onFile={(file) => void loadFile(file)}>
        {draft.file === null
          ? t('or drop it here. One person per row. A header row is optional.')
          : plural(draft.rows.length, '{file}: {count} row', '{file}: {count} rows', {
              file: draft.file,
            })}
      </FileDrop>
      {parsed !== undefined && (
        <ImportSettings parsed={parsed} applyFile={applyFile} stepProps={stepProps} />
      )}
    </Stack>
  )
}

/** The detected format of the file; every setting can be changed. */
function ImportSettings({
  parsed,
  applyFile,
  stepProps,
}: {
  parsed: ParsedFile
  applyFile: (next: ParsedFile) => void
  stepProps: StepProps
}) {
  const { sheet, mapping, bytes } = parsed
  const reparse = (chosen: { encoding?: Encoding; delimiter?: string }) => {
    const { encoding, delimiter } = sheet
    const reparsed = parseSheet(bytes, { encoding, delimiter, ...chosen })
    applyFile({ ...parsed, sheet: reparsed, mapping: guessMapping(reparsed) })
  }
  const columns = sheet.header.map((name, at) => ({
    value: String(at),
    label: `${name || t('Column {number}', { number: at + 1 })}${sheet.body[0]?.[at] ? ` (${sheet.body[0][at].slice(0, 18)})` : ''}`,
  }))
  const names = fieldsOf(
    isDirectSend(stepProps.draft, stepProps.choices),
    stepProps.choices.can_send_sms,
  )
  const set = (name: keyof Mapping, value: string | null) => {
    const { [name]: _, ...rest } = mapping
    applyFile({ ...parsed, mapping: value === null ? rest : { ...rest, [name]: Number(value) } })
  }
  const column = (name: keyof Mapping, label: string) => (
    <Select
      key={name}
      size="xs"
      label={label}
      placeholder={t('Not in the file')}
      data={columns}
      value={mapping[name] === undefined ? null : String(mapping[name])}
      onChange={(value) => set(name, value)}
      clearable
      clearButtonProps={{ 'aria-label': t('No column for {label}', { label }) }}
    />
  )
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('Map columns')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        {names.map((name) => column(name, fieldLabels[name]))}
        {mapping.first_name === undefined && column('name', t('Full name'))}
      </SimpleGrid>
      <Group gap="xs">
        <Select
          size="xs"
          label={t('Delimiter')}
          data={delimiters.map(({ value, label }) => ({ value, label }))}
          value={sheet.delimiter}
          onChange={(delimiter) => reparse(delimiter === null ? {} : { delimiter })}
          allowDeselect={false}
        />
        <Select
          size="xs"
          label={t('Encoding')}
          data={[...encodings]}
          value={sheet.encoding}
          onChange={(encoding) => reparse({ encoding: encoding as Encoding })}
          allowDeselect={false}
        />
      </Group>
    </Stack>
  )
}

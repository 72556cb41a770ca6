import { Button, FileButton, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { isDirect } from './draft.ts'
import type { Part } from './part.ts'
import {
  delimiters,
  type Encoding,
  encodings,
  guessMapping,
  type Mapping,
  readSheet,
  rowsFrom,
  type Sheet,
} from './read-list.ts'
import { recallMapping, rememberMapping } from './remembered.ts'
import { addressFields, fieldWords, personFields } from './rows.ts'

interface Read {
  name: string
  bytes: Uint8Array
  sheet: Sheet
  mapping: Mapping
}

/** A file is read here, in the browser; only its rows are sent, once they are. */
export function Upload(part: Part) {
  const { draft, change } = part
  const [read, setRead] = useState<Read>()
  const [isOver, setOver] = useState(false)
  const take = async (file: File | null | undefined) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const sheet = readSheet(bytes)
    show({
      name: file.name,
      bytes,
      sheet,
      mapping: recallMapping(sheet.head) ?? guessMapping(sheet),
    })
  }
  const show = (next: Read) => {
    setRead(next)
    rememberMapping(next.sheet.head, next.mapping)
    change({ rows: rowsFrom(next.sheet, next.mapping), file: next.name })
  }
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, not instead of it */}
      <div
        className="drop"
        {...(isOver && { 'data-over': true })}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <Stack align="center" gap="xs">
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void take(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {draft.file === null
              ? 'or drop it here. A row a person; the first line may name the columns.'
              : `${draft.file}: ${draft.rows.length} rows`}
          </Text>
        </Stack>
      </div>
      {read !== undefined && <HowRead read={read} show={show} part={part} />}
    </Stack>
  )
}

/** How the file was understood; each of it can be said otherwise. */
function HowRead({ read, show, part }: { read: Read; show: (next: Read) => void; part: Part }) {
  const { sheet, mapping, bytes } = read
  const again = (chosen: { encoding?: Encoding; delimiter?: string }) => {
    const { encoding, delimiter } = sheet
    const anew = readSheet(bytes, { encoding, delimiter, ...chosen })
    show({ ...read, sheet: anew, mapping: guessMapping(anew) })
  }
  const columns = sheet.head.map((name, at) => ({
    value: String(at),
    label: `${name || `Column ${at + 1}`}${sheet.body[0]?.[at] ? ` (${sheet.body[0][at].slice(0, 18)})` : ''}`,
  }))
  const names = isDirect(part.draft, part.choices)
    ? [...personFields, ...addressFields]
    : personFields
  const set = (name: keyof Mapping, value: string | null) => {
    const { [name]: _, ...rest } = mapping
    show({ ...read, mapping: value === null ? rest : { ...rest, [name]: Number(value) } })
  }
  const column = (name: keyof Mapping, label: string) => (
    <Select
      key={name}
      size="xs"
      label={label}
      placeholder="Not in the file"
      data={columns}
      value={mapping[name] === undefined ? null : String(mapping[name])}
      onChange={(value) => set(name, value)}
      clearable
      clearButtonProps={{ 'aria-label': `No column for ${label}` }}
    />
  )
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Which column is what
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        {names.map((name) => column(name, fieldWords[name]))}
        {mapping.first_name === undefined && column('name', 'First and last name in one')}
      </SimpleGrid>
      <Group gap="xs">
        <Select
          size="xs"
          label="Parted by"
          data={delimiters.map(({ value, label }) => ({ value, label }))}
          value={sheet.delimiter}
          onChange={(delimiter) => again(delimiter === null ? {} : { delimiter })}
          allowDeselect={false}
        />
        <Select
          size="xs"
          label="Written in"
          data={[...encodings]}
          value={sheet.encoding}
          onChange={(encoding) => again({ encoding: encoding as Encoding })}
          allowDeselect={false}
        />
      </Group>
    </Stack>
  )
}

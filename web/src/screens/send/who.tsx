import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { toast } from '#web/blocks/toast.tsx'
import { type Draft, isDirect } from './draft.ts'
import type { Part } from './part.ts'
import { readPasted } from './read-list.ts'
import { addressFields, type Field, fieldWords, personFields, problemAt, type Row } from './rows.ts'
import { RowsTable } from './rows-table.tsx'
import { Upload } from './upload.tsx'

/** One person, a list that is pasted, or a file. */
export function Who(part: Part) {
  const { draft, change } = part
  return (
    <Stack>
      <SegmentedControl
        aria-label="Who gets it"
        value={draft.way}
        onChange={(way) =>
          change({
            way: way as Draft['way'],
            ...(way === 'one' && { rows: draft.rows.slice(0, 1), file: null }),
            ...(way !== 'one' && draft.way === 'one' && { rows: [] }),
          })
        }
        data={[
          { value: 'one', label: 'One person' },
          { value: 'paste', label: 'Pasted list' },
          { value: 'file', label: 'File (CSV)' },
        ]}
      />
      {draft.way === 'one' && <OnePerson {...part} />}
      {draft.way === 'paste' && <Paste {...part} />}
      {draft.way === 'file' && <Upload {...part} />}
      {draft.way !== 'one' && draft.rows.length > 0 && <RowsTable {...part} />}
    </Stack>
  )
}

function OnePerson({ draft, change, choices }: Part) {
  const row: Row = draft.rows[0] ?? { line: 1, cells: {} }
  const input = (field: Field) => (
    <TextInput
      key={field}
      label={fieldWords[field]}
      {...(field === 'country' && { description: 'Two letters, such as DE', maxLength: 2 })}
      {...(field === 'email' && { type: 'email' })}
      autoComplete="off"
      value={row.cells[field] ?? ''}
      error={problemAt(row, field)}
      onChange={(event) => {
        const cells = { ...row.cells, [field]: event.currentTarget.value }
        change({ rows: [{ line: 1, cells }] })
      }}
    />
  )
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        {personFields.slice(0, 2).map(input)}
      </Group>
      {input('email')}
      {isDirect(draft, choices) && (
        <>
          {addressFields.slice(0, 2).map(input)}
          <Group grow align="flex-start">
            {addressFields.slice(2, 4).map(input)}
          </Group>
          <Group grow align="flex-start">
            {addressFields.slice(4, 6).map(input)}
          </Group>
          {addressFields.slice(6).map(input)}
        </>
      )}
    </Stack>
  )
}

function Paste({ draft, change }: Part) {
  const [text, setText] = useState('')
  const add = () => {
    const found = readPasted(text)
    const rows = [...draft.rows, ...found].map((row, at) => ({ ...row, line: at + 1 }))
    change({ rows, file: null })
    setText('')
    toast(`${found.length} ${found.length === 1 ? 'person' : 'people'} added.`)
  }
  return (
    <Stack gap="xs">
      <Textarea
        label="People, one a line"
        description="Ada Larkin <ada@example.com>, or cells copied from a spreadsheet."
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {draft.rows.length === 0 ? '' : `${draft.rows.length} on the list`}
        </Text>
        <Button variant="default" disabled={text.trim() === ''} onClick={add}>
          Add to the list
        </Button>
      </Group>
    </Stack>
  )
}

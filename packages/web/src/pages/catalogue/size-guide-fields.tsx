import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { SegmentedField } from '#web/components/forms/segmented-field.tsx'
import { t } from '#web/i18n/catalogue.ts'
import type { ProductFormValues } from './product-form.ts'

type ProductForm = UseFormReturnType<ProductFormValues>

const maxColumns = 8
const maxRows = 30

/** The fields of a size guide: a table of sizes, a text, or both. */
export function SizeGuideFields({ form }: { form: ProductForm }) {
  const { columns, rows } = form.values.size_guide
  const hasTable = columns.length > 0
  const addRow = () =>
    form.insertListItem('size_guide.rows', { size: '', values: columns.map(() => '') })
  return (
    <Stack>
      {hasTable && <SizeTable form={form} />}
      {(['size_guide', 'size_guide.columns', 'size_guide.rows'] as const).map(
        (name) =>
          form.errors[name] !== undefined && (
            <Text key={name} size="sm" c="var(--mantine-color-error)" role="alert">
              {t('Size guide')}: {form.errors[name]}
            </Text>
          ),
      )}
      <Group gap="xs">
        {hasTable ? (
          <>
            <AddButton label={t('Add size')} isFull={rows.length >= maxRows} onClick={addRow} />
            <AddButton
              label={t('Add measurement')}
              isFull={columns.length >= maxColumns}
              onClick={() => addColumn(form)}
            />
          </>
        ) : (
          <AddButton
            label={t('Add a table of sizes')}
            isFull={false}
            onClick={() => startTable(form)}
          />
        )}
      </Group>
      {hasTable && (
        <SegmentedField
          label={t('Unit')}
          data={[
            { value: 'cm', label: 'cm' },
            { value: 'in', label: t('inches') },
            { value: '', label: t('No unit') },
          ]}
          {...form.getInputProps('size_guide.unit')}
        />
      )}
      <Textarea
        label={t('Advice on sizes (optional)')}
        description={t('For example how to measure, or which size to take between two.')}
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('size_guide.note')}
      />
    </Stack>
  )
}

interface AddButtonProps {
  label: string
  isFull: boolean
  onClick: () => void
}

const AddButton = ({ label, isFull, onClick }: AddButtonProps) => (
  <Button
    variant="default"
    size="sm"
    leftSection={<IconPlus size={16} aria-hidden />}
    disabled={isFull}
    onClick={onClick}
  >
    {label}
  </Button>
)

/**
 * Adds a table to the size guide. If the names of the variants are sizes, the table starts with these sizes.
 */
function startTable(form: ProductForm) {
  const sizes = form.values.variants.map(({ name }) => name.split(/[\s,]+/).at(-1) ?? '')
  const isSizes = sizes.every((size) => /^(\d{1,3}|X{0,3}[SML]|\dXL)$/i.test(size))
  form.setFieldValue('size_guide', {
    ...form.values.size_guide,
    columns: [''],
    rows: (isSizes ? sizes : ['']).map((size) => ({ size, values: [''] })),
  })
}

function addColumn(form: ProductForm) {
  const { size_guide } = form.values
  form.setFieldValue('size_guide', {
    ...size_guide,
    columns: [...size_guide.columns, ''],
    rows: size_guide.rows.map((row) => ({ ...row, values: [...row.values, ''] })),
  })
}

function removeColumn(form: ProductForm, at: number) {
  const { size_guide } = form.values
  const columns = size_guide.columns.toSpliced(at, 1)
  const rows = size_guide.rows.map((row) => ({ ...row, values: row.values.toSpliced(at, 1) }))
  form.setFieldValue('size_guide', {
    ...size_guide,
    columns,
    rows: columns.length === 0 ? [] : rows,
  })
}

function SizeTable({ form }: { form: ProductForm }) {
  const { columns, rows } = form.values.size_guide
  const nameOf = (at: number) => columns[at] || t('Measurement {number}', { number: at + 1 })
  return (
    <div className="size-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Size')}</th>
            {columns.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
              <th scope="col" key={at}>
                <TextInput
                  size="sm"
                  aria-label={t('Name of measurement {number}', { number: at + 1 })}
                  placeholder={t('Chest')}
                  maxLength={40}
                  rightSection={
                    <RemoveButton
                      label={t('Remove the column {name}', { name: nameOf(at) })}
                      onClick={() => removeColumn(form, at)}
                    />
                  }
                  {...form.getInputProps(`size_guide.columns.${at}`)}
                />
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
            <tr key={index}>
              <th scope="row">
                <TextInput
                  size="sm"
                  aria-label={t('Name of size {number}', { number: index + 1 })}
                  placeholder="S"
                  maxLength={40}
                  {...form.getInputProps(`size_guide.rows.${index}.size`)}
                />
              </th>
              {row.values.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other identity
                <td key={at}>
                  <TextInput
                    size="sm"
                    aria-label={t('{measurement} of size {size}', {
                      measurement: nameOf(at),
                      size: row.size || String(index + 1),
                    })}
                    maxLength={40}
                    {...form.getInputProps(`size_guide.rows.${index}.values.${at}`)}
                  />
                </td>
              ))}
              <td>
                <RemoveButton
                  label={t('Remove size {size}', { size: row.size || String(index + 1) })}
                  onClick={() => form.removeListItem('size_guide.rows', index)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconX size={16} />
  </ActionIcon>
)

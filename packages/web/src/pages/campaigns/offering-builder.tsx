import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Campaign, CampaignChoices } from '#web/admin-api.ts'
import { CoverageNotice } from '#web/components/feedback/coverage-notice.tsx'
import { EmptyCatalogue } from '#web/components/feedback/empty-catalogue.tsx'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { describeStock } from '#web/components/formats/product-kind.ts'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { Sortable } from '#web/components/forms/sortable.tsx'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'
import { type CampaignFormValues, itemLabel } from './campaign-form.ts'

const maxItems = 50

interface OfferingRow {
  id: string
  name: string
  image: string | undefined
  about: string
  isUnavailable: boolean
}

interface OfferingBuilderProps {
  form: CampaignForm
  choices: CampaignChoices
  previousItems: Campaign['offering']
}

/** An input that selects items from the catalogue. The user sorts the items by dragging or by keyboard. */
export function OfferingBuilder({ form, choices, previousItems }: OfferingBuilderProps) {
  const { variant_ids } = form.values
  const error = form.errors.variant_ids
  const rows = variant_ids.flatMap((id) => toRow(id, choices, previousItems))
  const set = (ids: string[]) => {
    form.setFieldValue('variant_ids', ids)
    form.clearFieldError('variant_ids')
  }
  return (
    <Stack>
      {rows.length === 0 ? (
        <EmptyPanel guide="choices">{t('No items yet. Add items below.')}</EmptyPanel>
      ) : (
        <Sortable<OfferingRow>
          label={t('Items')}
          items={rows}
          getKey={({ id }) => id}
          getLabel={({ name }) => name}
          onChange={(next) => set(next.map(({ id }) => id))}
          getAttributes={({ isUnavailable }) => (isUnavailable ? { 'data-off': true } : {})}
          renderItem={(row) => (
            <>
              <img className="tiny" src={toRelativeUrl(row.image)} alt="" />
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text size="sm">{row.name}</Text>
                <Text size="xs" c="dimmed">
                  {row.about}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Remove {name}', { name: row.name })}
                onClick={() => set(variant_ids.filter((id) => id !== row.id))}
              >
                <IconX size={16} />
              </ActionIcon>
            </>
          )}
        />
      )}
      <CoverageNotice
        items={choices.items.filter(({ variant_id }) => variant_ids.includes(variant_id))}
      />
      <Picker
        draft={form.values}
        choices={choices}
        pick={(id) => set([...variant_ids, id])}
        isFull={variant_ids.length >= maxItems}
        error={
          variant_ids.length === 0 && error !== undefined ? t('Add at least one item.') : error
        }
      />
    </Stack>
  )
}

function toRow(
  id: string,
  choices: CampaignChoices,
  previousItems: Campaign['offering'],
): OfferingRow[] {
  const item = choices.items.find(({ variant_id }) => variant_id === id)
  if (item !== undefined)
    return [
      {
        id,
        name: itemLabel(item),
        image: item.images[0]?.urls.thumbnail,
        about:
          item.kind === 'physical' && item.available === 0
            ? t('0 in stock in every warehouse')
            : describeStock(item),
        isUnavailable: item.kind === 'physical' && item.available === 0,
      },
    ]
  const archived = previousItems.find(({ variant_id }) => variant_id === id)
  return archived === undefined
    ? []
    : [
        {
          id,
          name: archived.name,
          image: archived.images[0]?.urls.thumbnail,
          about: t('Archived: no longer offered to new recipients'),
          isUnavailable: true,
        },
      ]
}

const maxCollapsed = 8

interface PickerProps {
  draft: CampaignFormValues
  choices: CampaignChoices
  pick: (id: string) => void
  isFull: boolean
  error: ReactNode
}

function Picker({ draft, choices, pick, isFull, error }: PickerProps) {
  const [text, setText] = useState('')
  const [isExpanded, setExpanded] = useState(false)
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = choices.items.filter(
    (item) =>
      !draft.variant_ids.includes(item.variant_id) &&
      terms.every((term) => itemLabel(item).toLowerCase().includes(term)),
  )
  const visible = isExpanded ? matches : matches.slice(0, maxCollapsed)
  return (
    <Stack gap="xs">
      <TextInput
        label={t('Add items')}
        placeholder={t('Find')}
        error={error}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Group gap={6}>
        {visible.map((item) => (
          <Button
            key={item.variant_id}
            size="compact-sm"
            variant="default"
            disabled={isFull}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => pick(item.variant_id)}
            aria-label={t('Add {item}', { item: itemLabel(item) })}
          >
            {itemLabel(item)}
          </Button>
        ))}
        {matches.length > visible.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setExpanded(true)}>
            {t('{count} more', { count: matches.length - visible.length })}
          </Button>
        )}
        {matches.length === 0 &&
          (choices.items.length === 0 ? (
            <EmptyCatalogue />
          ) : (
            <Text size="sm" c="dimmed">
              {text === '' ? t('No other items.') : t('No items match.')}
            </Text>
          ))}
      </Group>
    </Stack>
  )
}

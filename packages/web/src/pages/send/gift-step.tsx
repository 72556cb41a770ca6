import { Group, NumberInput, Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OfferableItem, SendableCampaign } from '#web/admin-api.ts'
import { EmptyCatalogue } from '#web/components/feedback/empty-catalogue.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { describeStock } from '#web/components/formats/product-kind.ts'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { t } from '#web/i18n/send.ts'
import { ChargeFields } from './charge-fields.tsx'
import { clearResults } from './recipient-rows.ts'
import { findCampaign, hasItemPerRow, type SendDraft } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

const methodLabels: Readonly<Record<SendableCampaign['invitation_method'], string>> = {
  email: t('Invited by email; they choose.'),
  gift_link: t('You share the link; they choose.'),
  sender_provided_address: t('Shipped to an address you provide.'),
}

/** The step that selects a campaign or items of the catalogue. */
export function GiftStep(stepProps: StepProps) {
  const { draft, change, choices } = stepProps
  // The results of earlier checks are about another gift, so they are removed.
  const choose = (next: Partial<SendDraft>) =>
    change((current) => ({ ...next, rows: clearChecks(current) }))
  const campaign = findCampaign(draft, choices)
  return (
    <Stack>
      <Stack gap="xs" role="radiogroup" aria-label={t('Gift')}>
        {choices.campaigns.map((each) => (
          <CampaignOption
            key={each.id}
            name={each.name}
            about={`${methodLabels[each.invitation_method]} ${describeItems(each.items)}`}
            color={each.color}
            isSelected={!draft.is_ad_hoc && draft.campaign_id === each.id}
            choose={() => choose({ campaign_id: each.id, is_ad_hoc: false, quantities: {} })}
          />
        ))}
        <CampaignOption
          name={t('One-off gift')}
          about={t('Choose any items and write your own message.')}
          isSelected={draft.is_ad_hoc}
          choose={() => choose({ is_ad_hoc: true, campaign_id: null, quantities: {} })}
        />
      </Stack>
      {hasItemPerRow(draft) && (
        <Notice tone="info" title={t('Each row of your list names its item')}>
          {draft.is_ad_hoc
            ? t('Select every item that the list names.')
            : t('The rows can name the items of this campaign.')}
        </Notice>
      )}
      {draft.is_ad_hoc && <AdHocPicker {...stepProps} />}
      {campaign?.invitation_method === 'sender_provided_address' && (
        <QuantityFields items={campaign.items} {...stepProps} />
      )}
      <ChargeFields {...stepProps} />
    </Stack>
  )
}

const clearChecks = ({ rows }: SendDraft) => rows.map(clearResults)

const describeItems = ([first, ...others]: readonly OfferableItem[]) =>
  first !== undefined && others.length === 0
    ? t('{name}.', { name: first.product_name })
    : t('{count} items.', { count: others.length + (first === undefined ? 0 : 1) })

interface CampaignOptionProps {
  name: string
  about: string
  color?: string
  isSelected: boolean
  choose: () => void
}

const CampaignOption = ({ name, about, color, isSelected, choose }: CampaignOptionProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is a component
  <label className="campaign">
    <Radio name="what" checked={isSelected} onChange={choose} />
    <span>
      <Text span fw={600} size="sm">
        {color !== undefined && (
          <span
            aria-hidden
            style={{
              display: 'inline-block',
              width: 10,
              height: 10,
              borderRadius: 3,
              background: color,
              marginRight: 8,
            }}
          />
        )}
        {name}
      </Text>
      <Text span size="sm" c="dimmed" display="block">
        {about}
      </Text>
    </span>
  </label>
)

function AdHocPicker(stepProps: StepProps) {
  const { draft, change, choices } = stepProps
  const [text, setText] = useState('')
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = choices.items.filter(
    (item) =>
      draft.variant_ids.includes(item.variant_id) ||
      terms.every((term) => itemLabel(item).toLowerCase().includes(term)),
  )
  const chosen = choices.items.filter(({ variant_id }) => draft.variant_ids.includes(variant_id))
  const toggle = (id: string) =>
    change((current) => ({
      variant_ids: current.variant_ids.includes(id)
        ? current.variant_ids.filter((each) => each !== id)
        : [...current.variant_ids, id],
      rows: clearChecks(current),
    }))
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('Delivery method')}
        value={draft.mode}
        onChange={(mode) =>
          change((current) => ({ mode: mode as SendDraft['mode'], rows: clearChecks(current) }))
        }
        data={[
          { value: 'one', label: t('Choose one') },
          { value: 'all', label: t('Receive everything') },
          { value: 'direct', label: t('Direct send') },
        ]}
      />
      <Group justify="space-between">
        <TextInput
          aria-label={t('Search catalogue')}
          placeholder={t('Search catalogue')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          style={{ flex: '1 1 12rem' }}
        />
        <Text size="sm" aria-live="polite">
          {t('{count} selected', { count: chosen.length })}
        </Text>
      </Group>
      {choices.items.length === 0 && <EmptyCatalogue />}
      <fieldset className="picks">
        <legend className="mantine-VisuallyHidden-root" style={visuallyHidden}>
          {t('Items')}
        </legend>
        {matches.map((item) => (
          <ItemCheckbox
            key={item.variant_id}
            item={item}
            isSelected={draft.variant_ids.includes(item.variant_id)}
            toggle={() => toggle(item.variant_id)}
          />
        ))}
      </fieldset>
      {draft.mode === 'direct' && chosen.length > 0 && (
        <QuantityFields items={chosen} {...stepProps} />
      )}
    </Stack>
  )
}

const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** Returns the label of an item, such as 'Stoneware mug – Sage'. */
const itemLabel = ({ product_name, variant_name }: OfferableItem) =>
  variant_name.toLowerCase().startsWith(product_name.toLowerCase())
    ? variant_name
    : `${product_name} – ${variant_name}`

interface ItemCheckboxProps {
  item: OfferableItem
  isSelected: boolean
  toggle: () => void
}

const ItemCheckbox = ({ item, isSelected, toggle }: ItemCheckboxProps) => (
  <label className="pick">
    <input type="checkbox" checked={isSelected} onChange={toggle} />
    <img src={toRelativeUrl(item.images[0]?.urls.thumbnail)} alt="" loading="lazy" />
    <span className="words">
      {itemLabel(item)}
      <Text span size="xs" c="dimmed" display="block">
        {describeStock(item)}
      </Text>
    </span>
  </label>
)

/** The fields for the quantity of each item, for a send directly to an address. */
const QuantityFields = ({
  items,
  draft,
  change,
}: StepProps & { items: readonly OfferableItem[] }) => (
  <Stack gap="xs">
    <Text size="sm" fw={600}>
      {hasItemPerRow(draft) ? t('Quantity of the item in a parcel') : t('Contents of each parcel')}
    </Text>
    {items.map((item) => (
      <Group key={item.variant_id} justify="space-between" wrap="nowrap">
        <Text size="sm">{itemLabel(item)}</Text>
        <NumberInput
          size="xs"
          w={90}
          aria-label={t('Quantity: {item}', { item: itemLabel(item) })}
          min={0}
          max={1_000}
          value={draft.quantities[item.variant_id] ?? 1}
          onChange={(value) =>
            change((current) => ({
              quantities: { ...current.quantities, [item.variant_id]: Number(value) || 0 },
              rows: clearChecks(current),
            }))
          }
        />
      </Group>
    ))}
  </Stack>
)

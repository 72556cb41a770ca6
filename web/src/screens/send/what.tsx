import { Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EmptyCatalogue } from '#web/blocks/empty-catalogue.tsx'
import { pathOf } from '#web/screens/gifts/items.tsx'
import { type Campaign, campaignOf, type Draft, type Item } from './draft.ts'
import type { Part } from './part.ts'

const ways: Readonly<Record<Campaign['invitation_method'], string>> = {
  email: 'They get a mail and choose',
  gift_link: 'You hand over the link; they choose',
  sender_provided_address: 'Straight to an address that you give',
}

/** A campaign, or things of one's own choice. */
export function What(part: Part) {
  const { draft, change, choices } = part
  // what was checked was checked for something else
  const choose = (next: Partial<Draft>) => change((was) => ({ ...next, rows: unchecked(was) }))
  const campaign = campaignOf(draft, choices)
  return (
    <Stack>
      <Stack gap="xs" role="radiogroup" aria-label="What they get">
        {choices.campaigns.map((each) => (
          <Choice
            key={each.id}
            name={each.name}
            about={`${ways[each.invitation_method]}. ${countOf(each.items)}.`}
            color={each.color}
            isOn={!draft.is_ad_hoc && draft.campaign_id === each.id}
            choose={() => choose({ campaign_id: each.id, is_ad_hoc: false, quantities: {} })}
          />
        ))}
        <Choice
          name="Without a campaign"
          about="Pick anything from the catalogue, with words of your own."
          isOn={draft.is_ad_hoc}
          choose={() => choose({ is_ad_hoc: true, campaign_id: null, quantities: {} })}
        />
      </Stack>
      {draft.is_ad_hoc && <AdHoc {...part} />}
      {campaign?.invitation_method === 'sender_provided_address' && (
        <Quantities items={campaign.items} {...part} />
      )}
    </Stack>
  )
}

const unchecked = ({ rows }: Draft) => rows.map(({ line, cells }) => ({ line, cells }))

const countOf = (items: readonly Item[]) =>
  items.length === 1 ? items[0]?.product_name : `${items.length} items`

const Choice = ({
  name,
  about,
  color,
  isOn,
  choose,
}: {
  name: string
  about: string
  color?: string
  isOn: boolean
  choose: () => void
}) => (
  <label className="campaign">
    <input type="radio" name="what" checked={isOn} onChange={choose} />
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

function AdHoc(part: Part) {
  const { draft, change, choices } = part
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = choices.items.filter(
    (item) =>
      draft.variant_ids.includes(item.variant_id) ||
      words.every((word) => nameOf(item).toLowerCase().includes(word)),
  )
  const chosen = choices.items.filter(({ variant_id }) => draft.variant_ids.includes(variant_id))
  const toggle = (id: string) =>
    change((was) => ({
      variant_ids: was.variant_ids.includes(id)
        ? was.variant_ids.filter((each) => each !== id)
        : [...was.variant_ids, id],
      rows: unchecked(was),
    }))
  return (
    <Stack>
      <SegmentedControl
        aria-label="How they get it"
        value={draft.mode}
        onChange={(mode) =>
          change((was) => ({ mode: mode as Draft['mode'], rows: unchecked(was) }))
        }
        data={[
          { value: 'one', label: 'They choose one' },
          { value: 'all', label: 'They get all' },
          { value: 'direct', label: 'Straight to an address' },
        ]}
      />
      <Group justify="space-between">
        <TextInput
          aria-label="Find in the catalogue"
          placeholder="Find in the catalogue"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          style={{ flex: '1 1 12rem' }}
        />
        <Text size="sm" aria-live="polite">
          {chosen.length} picked
        </Text>
      </Group>
      {choices.items.length === 0 && <EmptyCatalogue />}
      <fieldset className="picks">
        <legend className="mantine-VisuallyHidden-root" style={hidden}>
          Items
        </legend>
        {found.map((item) => (
          <Pick
            key={item.variant_id}
            item={item}
            isOn={draft.variant_ids.includes(item.variant_id)}
            toggle={() => toggle(item.variant_id)}
          />
        ))}
      </fieldset>
      {draft.mode === 'direct' && chosen.length > 0 && <Quantities items={chosen} {...part} />}
    </Stack>
  )
}

const hidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** 'Stoneware mug – Sage' */
const nameOf = ({ product_name, variant_name }: Item) =>
  variant_name.toLowerCase().startsWith(product_name.toLowerCase())
    ? variant_name
    : `${product_name} – ${variant_name}`

const Pick = ({ item, isOn, toggle }: { item: Item; isOn: boolean; toggle: () => void }) => (
  <label className="pick">
    <input type="checkbox" checked={isOn} onChange={toggle} />
    <img src={pathOf(item.images[0]?.urls.thumbnail)} alt="" loading="lazy" />
    <span className="words">
      {nameOf(item)}
      <Text span size="xs" c="dimmed" display="block">
        {item.kind === 'digital' ? 'Digital' : `${item.available.toLocaleString('en')} in stock`}
      </Text>
    </span>
  </label>
)

/** Of what goes straight to an address, how many of each. */
const Quantities = ({ items, draft, change }: Part & { items: readonly Item[] }) => (
  <Stack gap="xs">
    <Text size="sm" fw={600}>
      What goes into each parcel
    </Text>
    {items.map((item) => (
      <Group key={item.variant_id} justify="space-between" wrap="nowrap">
        <Text size="sm">{nameOf(item)}</Text>
        <NumberInput
          size="xs"
          w={90}
          aria-label={`How many: ${nameOf(item)}`}
          min={0}
          max={1_000}
          value={draft.quantities[item.variant_id] ?? 1}
          onChange={(value) =>
            change((was) => ({
              quantities: { ...was.quantities, [item.variant_id]: Number(value) || 0 },
              rows: unchecked(was),
            }))
          }
        />
      </Group>
    ))}
  </Stack>
)

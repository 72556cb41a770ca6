import { Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { ImageInput } from '#web/components/files/image-input.tsx'
import { describeContrast, textColorOn } from '#web/components/formats/contrast.ts'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'

type Wrapping = CampaignForm['values']['wrapping']

/** The fields for the colour, the logo and the heading of a campaign. */
export function ThemeFields({ form }: { form: CampaignForm }) {
  const { theme } = form.values
  return (
    <Stack>
      <div>
        <TextInput
          label={t('Colour')}
          description={t('For example #7a2459')}
          leftSection={
            <input
              type="color"
              className="colour"
              aria-label={t('Pick a colour')}
              value={/^#[0-9a-f]{6}$/i.test(theme.color) ? theme.color : '#7a2459'}
              onChange={(event) => form.setFieldValue('theme.color', event.currentTarget.value)}
            />
          }
          leftSectionPointerEvents="all"
          {...form.getInputProps('theme.color')}
        />
        <ContrastNote color={theme.color} />
      </div>
      <Group align="flex-end" gap="md">
        <div className="logo-there">
          <img src={toRelativeUrl(theme.logo_url)} alt={t('Logo')} />
        </div>
        <ImageInput
          label={t('Upload a logo')}
          sizes={['logo']}
          onUploaded={({ logo }) => form.setFieldValue('theme.logo_url', logo)}
        />
      </Group>
      {form.errors['theme.logo_url'] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.errors['theme.logo_url']}
        </Text>
      )}
      <WrappingFields form={form} />
      <TextInput label={t('Headline')} maxLength={120} {...form.getInputProps('theme.headline')} />
      <Textarea
        label={t('Subheading')}
        autosize
        minRows={2}
        {...form.getInputProps('theme.message')}
      />
    </Stack>
  )
}

const paperOptions: readonly { value: Wrapping['paper']; label: string }[] = [
  { value: 'dots', label: t('Dots') },
  { value: 'plain', label: t('Plain') },
  { value: 'stripes', label: t('Stripes') },
  { value: 'stars', label: t('Stars') },
]
const ribbonOptions: readonly { value: Wrapping['ribbon']; label: string }[] = [
  { value: 'cream', label: t('Cream') },
  { value: 'gold', label: t('Gold') },
  { value: 'red', label: t('Red') },
  { value: 'green', label: t('Green') },
  { value: 'white', label: t('White') },
]

/** The fields for the paper and the ribbon of the gift that recipients unwrap. */
function WrappingFields({ form }: { form: CampaignForm }) {
  return (
    <Group grow align="flex-end">
      <Select
        label={t('Wrapping paper')}
        description={t('In the colour of the campaign')}
        allowDeselect={false}
        data={paperOptions}
        {...form.getInputProps('wrapping.paper')}
      />
      <Select
        label={t('Ribbon')}
        description={t('Replaced if it is hard to see')}
        allowDeselect={false}
        data={ribbonOptions}
        {...form.getInputProps('wrapping.ribbon')}
      />
    </Group>
  )
}

/** A note about the text colour on the brand colour, and about its contrast. */
function ContrastNote({ color }: { color: string }) {
  const note = describeContrast(color)
  if (note === undefined) return null
  return (
    <Group gap="xs" mt={6} role="status">
      <span
        className="sample"
        style={{ background: color, color: textColorOn(color).textColor }}
        aria-hidden
      >
        {t('Aa')}
      </span>
      <Text size="sm" c="dimmed" style={{ flex: 1 }}>
        {note}
      </Text>
    </Group>
  )
}

import { Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { describeContrast, textColorOn } from '#web/components/contrast.ts'
import { ImageInput } from '#web/components/image-input.tsx'
import { toRelativeUrl } from '#web/components/relative-url.ts'
import type { CampaignForm } from './campaign-form.ts'

type Wrapping = CampaignForm['values']['wrapping']

/** Colour, logo and heading. */
export function ThemeFields({ form }: { form: CampaignForm }) {
  const { theme } = form.values
  return (
    <Stack>
      <div>
        <TextInput
          label="Colour"
          description="For example #7a2459"
          leftSection={
            <input
              type="color"
              className="colour"
              aria-label="Pick a colour"
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
          <img src={toRelativeUrl(theme.logo_url)} alt="Logo" />
        </div>
        <ImageInput
          label="Replace logo"
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
      <TextInput label="Headline" maxLength={120} {...form.getInputProps('theme.headline')} />
      <Textarea label="Subheading" autosize minRows={2} {...form.getInputProps('theme.message')} />
    </Stack>
  )
}

const paperOptions: readonly { value: Wrapping['paper']; label: string }[] = [
  { value: 'dots', label: 'Dots' },
  { value: 'plain', label: 'Plain' },
  { value: 'stripes', label: 'Stripes' },
  { value: 'stars', label: 'Stars' },
]
const ribbonOptions: readonly { value: Wrapping['ribbon']; label: string }[] = [
  { value: 'cream', label: 'Cream' },
  { value: 'gold', label: 'Gold' },
  { value: 'red', label: 'Red' },
  { value: 'green', label: 'Green' },
  { value: 'white', label: 'White' },
]

/** The paper and the ribbon of the gift that recipients unwrap. */
function WrappingFields({ form }: { form: CampaignForm }) {
  return (
    <Group grow align="flex-start">
      <Select
        label="Wrapping paper"
        description="In the colour of the campaign"
        allowDeselect={false}
        data={paperOptions}
        {...form.getInputProps('wrapping.paper')}
      />
      <Select
        label="Ribbon"
        description="Replaced if it is hard to see"
        allowDeselect={false}
        data={ribbonOptions}
        {...form.getInputProps('wrapping.ribbon')}
      />
    </Group>
  )
}

/** Shows the text colour used on the brand colour, and the contrast. */
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
        Aa
      </span>
      <Text size="sm" c="dimmed" style={{ flex: 1 }}>
        {note}
      </Text>
    </Group>
  )
}

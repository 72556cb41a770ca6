import { Anchor, Box, Button, Group, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyAt } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { t } from '#web/i18n/settings.ts'

export type BrandingValues = { brand_color: string; logo_url: string; sender_name: string }
type BrandingForm = UseFormReturnType<BrandingValues>
type Suggestion = ReplyAt<'POST', '/account/brand-suggestion'>

/** The fields that a website has filled, with what they contained before. */
export interface SuggestedBrand {
  host: string
  values: Partial<BrandingValues>
  before: BrandingValues
}

// biome-ignore format: one problem a line
const problemTexts: Readonly<Record<NonNullable<Suggestion['problem']>, string>> = {
  address_refused: t('This address is not public. Enter the public website of the company.'),
  port_refused: t('This installation sends no requests to this port. Enter the address without a port.'),
  dns_failed: t('No website has this name. Check the spelling.'),
  timeout: t('The website did not respond within 10 seconds. Try again later, or fill in the fields yourself.'),
  connection_failed: t('The website cannot be reached. Check the address, or fill in the fields yourself.'),
  refused: t('The website refused the request. Try its home page, or fill in the fields yourself.'),
  not_a_page: t('There is no web page at this address. Enter the home page of the company.'),
  too_many_redirects: t('The website redirects more than three times. Enter the address that your browser shows in the end.'),
}

interface BrandFromWebsiteProps {
  form: BrandingForm
  accountName: string
  suggested: SuggestedBrand | undefined
  onSuggested: (suggested: SuggestedBrand | undefined) => void
}

/** A field for the company's website, and a button that fills in colour, logo and name from it. */
export function BrandFromWebsite({
  form,
  accountName,
  suggested,
  onSuggested,
}: BrandFromWebsiteProps) {
  const [website, setWebsite] = useState('')
  const suggest = useMutation({
    mutationFn: () => api.post('/account/brand-suggestion', { website }),
    onSuccess: (suggestion) => {
      const before = form.getValues()
      const values = findChanges(suggestion, before, accountName)
      form.setValues(values)
      onSuggested({ host: toHost(website), values, before })
    },
    onError: () => onSuggested(undefined),
  })
  const submit = () => {
    if (website.trim() !== '' && !suggest.isPending) suggest.mutate()
  }
  const { data, error } = suggest
  const problem = data?.problem
  const message = error === null ? problem && problemTexts[problem] : toText(error)
  return (
    <Box mb="lg">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t('Company website')}
          description={t('Suggests colour, logo and name. Nothing is saved until you save.')}
          placeholder="larkfield.example"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={website}
          onChange={(event) => setWebsite(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // the form around it would save
            submit()
          }}
        />
        <Button
          variant="default"
          loading={suggest.isPending}
          disabled={website.trim() === ''}
          onClick={submit}
        >
          {t('Suggest')}
        </Button>
      </Group>
      {message && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
          {message}
        </Text>
      )}
      <Text size="sm" c="dimmed" role="status" mt={6}>
        {data?.problem === null && suggested !== undefined && describe(data, suggested)}
      </Text>
    </Box>
  )
}

const toHost = (website: string) =>
  website
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/)[0] ?? ''

/** Returns the fields that change. The account's name is used anyway, so it is no sender name. */
function findChanges(
  { name, color, logo_url }: Suggestion,
  before: BrandingValues,
  accountName: string,
): Partial<BrandingValues> {
  const isNewName = name !== null && name !== accountName
  const found = {
    ...(color !== null && { brand_color: color }),
    ...(logo_url !== null && { logo_url }),
    ...(isNewName && { sender_name: name }),
  }
  return Object.fromEntries(
    Object.entries(found).filter(
      ([field, value]) => before[field as keyof BrandingValues] !== value,
    ),
  )
}

function describe({ name, color, logo_url }: Suggestion, { values }: SuggestedBrand): string {
  if (Object.keys(values).length > 0) return t('Check the marked fields, then save.')
  return (name ?? color ?? logo_url) === null
    ? t('The website names no colour, logo or name. Fill in the fields yourself.')
    : t('The website agrees with these fields.')
}

const toText = (error: Error) =>
  error instanceof ApiError && error.code === 'invalid'
    ? t('Enter a web address such as larkfield.example.')
    : error instanceof ApiError && error.code === 'too_many_requests'
      ? t('Too many websites in a short time. Try again in a minute.')
      : error.message

interface SuggestedNoteProps {
  form: BrandingForm
  field: keyof BrandingValues
  suggested: SuggestedBrand | undefined
}

/** Marks a field while it contains what the website suggested. */
export function SuggestedNote({ form, field, suggested }: SuggestedNoteProps) {
  const value = suggested?.values[field]
  const isShown = form.values[field] === value && form.isDirty(field) // no longer dirty after it is saved
  if (suggested === undefined || value === undefined || !isShown) return null
  return (
    <Group
      gap="xs"
      mt={6}
      pl="xs"
      style={{ borderInlineStart: '3px solid var(--mantine-primary-color-filled)' }}
    >
      <Text size="sm">{t('From {website}', { website: suggested.host })}</Text>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={undoLabels[field]}
        onClick={() => form.setFieldValue(field, suggested.before[field])}
      >
        {t('Undo')}
      </Anchor>
    </Group>
  )
}

const undoLabels: Readonly<Record<keyof BrandingValues, string>> = {
  brand_color: t('Undo the colour'),
  logo_url: t('Undo the logo'),
  sender_name: t('Undo the sender name'),
}

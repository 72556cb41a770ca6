import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#web/api.ts'
import { t } from '#web/i18n/catalogue.ts'

interface SearchProps {
  connectionId: string
  value: { id: string; name: string }
  error: ReactNode
  onChange: (product: { id: string; name: string; currency: string | undefined }) => void
}

/** An input that finds a product in the catalogue of a supplier. */
export function ProductSearch({ connectionId, value, error, onChange }: SearchProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed === value.name ? '' : typed, 300)
  const search = useQuery({
    queryKey: ['supplier products', connectionId, text],
    queryFn: ({ signal }) =>
      api.get(`/catalogue/suppliers/${connectionId}/products`, { text }, signal),
    // The options stay while the next ones load, so that a key press chooses what the user sees.
    placeholderData: keepPreviousData,
    enabled: connectionId !== '',
    staleTime: 60_000,
  })
  const found = search.data?.data ?? []
  const chosen = value.id === '' || found.some(({ id }) => id === value.id) ? [] : [value]
  const problem = search.data?.problem ?? search.error?.message ?? null
  return (
    <Select
      label={t('Product')}
      description={t('Type a part of its name.')}
      placeholder={t('Search the catalogue of the supplier')}
      data={[...chosen, ...found].map(({ id, name }) => ({ value: id, label: name }))}
      value={value.id === '' ? null : value.id}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage={search.isFetching ? t('Searching…') : t('No product matches.')}
      rightSection={search.isFetching ? <Loader size="xs" /> : undefined}
      error={
        error ??
        (problem === null ? undefined : t('The supplier did not answer: {problem}', { problem }))
      }
      onChange={(id) => {
        const product = found.find((each) => each.id === id)
        if (product === undefined) return
        onChange({ id: product.id, name: product.name, currency: product.currencies[0] })
      }}
    />
  )
}

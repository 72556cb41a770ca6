/** Reads barcodes in the picture of a camera. */
export interface BarcodeReader {
  /** Returns the first code in the current picture; undefined without one. */
  read(video: HTMLVideoElement): Promise<string | undefined>
}

/** The browser's own scanner for barcodes. TypeScript does not know it yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

const formats = ['code_128', 'qr_code', 'ean_13', 'ean_8', 'upc_a', 'code_39', 'itf', 'data_matrix']

/** Uses the browser's scanner if it knows the barcodes of parcels, and otherwise loads one. */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  const Detector = (window as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (Detector === undefined || !supported.includes('code_128')) {
    const { createZxingReader } = await import('./zxing-reader.ts')
    return createZxingReader()
  }
  const detector = new Detector({ formats: formats.filter((each) => supported.includes(each)) })
  return {
    async read(video) {
      const [found] = await detector.detect(video).catch(() => [])
      return found?.rawValue
    },
  }
}

/** An object that reads barcodes in the picture of a camera. */
export interface BarcodeReader {
  /** Returns the first code in the current picture. Returns undefined if there is no code. */
  read(video: HTMLVideoElement): Promise<string | undefined>
}

/** The barcode scanner of the browser. TypeScript does not have this type yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

const formats = ['code_128', 'qr_code', 'ean_13', 'ean_8', 'upc_a', 'code_39', 'itf', 'data_matrix']

/**
 * Creates a barcode reader. It uses the scanner of the browser if that scanner can read the barcodes of
 * parcels. Otherwise it loads a library.
 */
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

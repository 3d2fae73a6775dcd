const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i;

/** Whether Windows reserves a file name for a device, whatever its extension. */
export function isDeviceName(name: string): boolean {
  const [base = ''] = name.split('.', 1);
  return deviceName.test(base.trimEnd());
}

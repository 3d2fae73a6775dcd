/** Style sheets are bundled beside the script that imports them, or, for notebooks, as a text in the script. */
declare module '*.css' {
  const text: string;
  export default text;
}

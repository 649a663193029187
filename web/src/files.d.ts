declare module "*.toml" {
  const texts: Record<string, string>;
  export default texts;
}
declare module "*.md" {
  const html: string;
  export default html;
}

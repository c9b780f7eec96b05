// The way back from a screen: below everything else, as wide as its words.
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Text } from '#web/ui/layout.tsx';

export function BackButton({ label = '戻る', onClick }: { label?: string; onClick(): void }) {
  return (
    <Text above="2" data-hide="print">
      <Button onClick={onClick}>
        <Icon name="left" />
        {label}
      </Button>
    </Text>
  );
}

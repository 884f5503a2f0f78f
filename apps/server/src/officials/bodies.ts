import { ROLES } from '@ladder/ledger';
import type { Role } from '@ladder/ledger';
import { MaxLength, IsString } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { FreeWords, Id, PersonName, SomeOf } from '../http/fields.js';

export class AppointBody {
  @Id({ optional: true })
  id?: string;

  @PersonName()
  name!: string;

  @SomeOf(ROLES)
  roles!: Role[];
}

export class RolesBody {
  @SomeOf(ROLES)
  roles!: Role[];

  @FreeWords()
  reason!: string;
}

export class PairBody {
  @IsString()
  @MaxLength(200)
  @ApiProperty({ type: String, maxLength: 200, description: 'The code as it was shown, in any spelling' })
  code!: string;
}

{ Keeps bees – Königin. }
unit BeeHive;

interface

uses
  SysUtils, Classes, Generics.Collections;

const
  MaxFrames = 10;
  HiveName: string = 'Bienenstöcke';

type
  /// How a bee works.
  TBeeKind = (bkWorker, bkDrone, bkQueen);

  IBuzzing = interface
    ['{00000000-0000-0000-C000-000000000046}']
    procedure Buzz(Volume: Integer);
  end;

  { One bee. }
  TBee = class(TObject, IBuzzing)
  private
    FAge: Integer;
    FKind: TBeeKind;
    procedure SetAge(const Value: Integer);
  public
    constructor Create(AKind: TBeeKind);
    destructor Destroy; override;
    procedure Buzz(Volume: Integer);
    class function Count: Integer; static;
    property Age: Integer read FAge write SetAge;
  end;

  TPoint3 = record
    X, Y: Double;
    Z: Double;
  end;

  TBees = TObjectList<TBee>;

var
  Hive: TBees;

// Adds honey.
function AddHoney(const Grams: Double; var Total: Double): Boolean;

implementation

uses Math;

constructor TBee.Create(AKind: TBeeKind);
begin
  inherited Create;
  FKind := AKind;
end;

destructor TBee.Destroy;
begin
  inherited Destroy;
end;

procedure TBee.SetAge(const Value: Integer);
begin
  FAge := Max(Value, 0);
end;

procedure TBee.Buzz(Volume: Integer);
var
  I: Integer;
begin
  for I := 1 to Volume do
    WriteLn('summ');
end;

class function TBee.Count: Integer;
begin
  Result := Hive.Count;
end;

{ Adds it up. }
function AddHoney(const Grams: Double; var Total: Double): Boolean;
  procedure Log;
  begin
    WriteLn(Total);
  end;
begin
  Total := Total + Grams;
  Log;
  Result := True;
end;

end.
